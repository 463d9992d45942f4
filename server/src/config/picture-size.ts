export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const pngSignature = '89504e470d0a1a0a';

/** Size of an SVG or PNG file, in its own units; undefined if the content is not what the name says. */
export function sizeOfPicture(file: string, content: Buffer): PictureSize | undefined {
  const size = file.endsWith('.svg') ? sizeOfSvg(content.toString('utf8')) : sizeOfPng(content);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function sizeOfPng(content: Buffer): PictureSize | undefined {
  return content.length > 24 && content.toString('hex', 0, 8) === pngSignature
    ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
    : undefined;
}

function sizeOfSvg(text: string): PictureSize | undefined {
  const [tag] = /<svg\b[^>]*>/.exec(text) ?? [];
  if (tag === undefined) {
    return undefined;
  }
  const [, , width = 0, height = 0] =
    /\bviewBox="([^"]*)"/
      .exec(tag)?.[1]
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const own = (name: string) => Number(new RegExp(`\\b${name}="([\\d.]+)(px)?"`).exec(tag)?.[1]);
  return width > 0 ? { width, height } : { width: own('width'), height: own('height') };
}
