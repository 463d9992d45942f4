import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrandSetting, HearthConfig, PublicBrand } from '@hearth/contract';
import { type Accent, accentFaults, toShades } from './accent.ts';

/** A picture of the operator's, served under an address that changes with its content. */
export interface BrandPicture {
  readonly path: string;
  readonly content: Buffer;
  readonly contentType: 'image/svg+xml' | 'image/png';
}

/** The brand with its files read and its colors derived; empty if the configuration has none. */
export interface Brand extends Pick<PublicBrand, 'support' | 'terms' | 'privacy'> {
  readonly logo?: {
    readonly light: BrandPicture;
    readonly dark: BrandPicture;
    readonly wordmark: boolean;
    /** Width in px at a height of 28 px. */
    readonly width: number;
  };
  readonly accent?: Accent;
  readonly favicon?: BrandPicture;
}

const mostBytes = 200_000;
const logoHeight = 28;
const mostLogoWidth = 168;

/** Makes the paths of files absolute; they begin at the folder of the configuration. */
export function resolveBrandFiles(settings: HearthConfig, folder: string): HearthConfig {
  const { brand } = settings;
  if (brand === undefined) {
    return settings;
  }
  const { logo, favicon } = brand;
  const at = (file: string) => resolve(folder, file);
  return {
    ...settings,
    brand: {
      ...brand,
      ...(logo && { logo: { ...logo, light: at(logo.light), dark: at(logo.dark) } }),
      ...(favicon && { favicon: at(favicon) }),
    },
  };
}

export function brandFaults(brand: BrandSetting | undefined): string[] {
  return brand
    ? [
        ...accentFaults(brand.accent),
        ...filesOf(brand).flatMap(([name, file]) => fileFault(name, file)),
      ]
    : [];
}

/** Reads the files of a brand that has no faults. */
export function openBrand({ brand = {} }: Pick<HearthConfig, 'brand'>): Brand {
  const { logo, accent, favicon, ...addresses } = brand;
  return {
    ...addresses,
    ...(logo && {
      logo: {
        light: openPicture('logo-light', logo.light),
        dark: openPicture('logo-dark', logo.dark),
        wordmark: logo.wordmark,
        width: widthOf(logo.light),
      },
    }),
    ...(accent && {
      accent: { light: toShades(accent.light, 'light'), dark: toShades(accent.dark, 'dark') },
    }),
    ...(favicon && { favicon: openPicture('favicon', favicon) }),
  };
}

/** The part of it that every visitor may read; undefined if there is none. */
export function toPublicBrand({ logo, accent, favicon, ...addresses }: Brand) {
  const shown: PublicBrand = {
    ...addresses,
    ...(logo && { logo: { ...logo, light: logo.light.path, dark: logo.dark.path } }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** Pictures of the brand by their address. */
export function picturesOf({ logo, favicon }: Brand): ReadonlyMap<string, BrandPicture> {
  const all = [logo?.light, logo?.dark, favicon].filter((one) => one !== undefined);
  return new Map(all.map((picture) => [picture.path, picture]));
}

function filesOf({ logo, favicon }: BrandSetting): [name: string, file: string][] {
  const files: [string, string | undefined][] = [
    ['logo.light', logo?.light],
    ['logo.dark', logo?.dark],
    ['favicon', favicon],
  ];
  return files.flatMap(([name, file]) => (file === undefined ? [] : [[name, file]]));
}

function fileFault(name: string, file: string): string[] {
  try {
    const content = readFileSync(file);
    if (content.length > mostBytes) {
      return [`brand.${name}: ${file} is larger than 200 kB.`];
    }
    return sizeOfPicture(file, content)
      ? []
      : [`brand.${name}: ${file} is no picture of its kind, or an SVG without width and height.`];
  } catch (error) {
    return [`brand.${name}: ${error instanceof Error ? error.message : 'cannot be read'}.`];
  }
}

function openPicture(name: string, file: string): BrandPicture {
  const content = readFileSync(file);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const isVector = file.endsWith('.svg');
  return {
    path: `/brand/${name}-${digest}.${isVector ? 'svg' : 'png'}`,
    content,
    contentType: isVector ? 'image/svg+xml' : 'image/png',
  };
}

function widthOf(file: string): number {
  const size: PictureSize = sizeOfPicture(file, readFileSync(file)) ?? { width: 1, height: 1 };
  return Math.min(mostLogoWidth, Math.round((size.width / size.height) * logoHeight));
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const pngSignature = '89504e470d0a1a0a';

/** Size of an SVG or PNG file, in its own units; undefined if the content is not what the name says. */
function sizeOfPicture(file: string, content: Buffer): PictureSize | undefined {
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
