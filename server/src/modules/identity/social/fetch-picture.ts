import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createGuardedLookup, hostOf, isAllowedHost } from '../../../platform/guarded-lookup.ts';
import { isPublicAddress } from '../../../platform/public-address.ts';
import type { Picture } from './avatar-store.ts';
import type { FetchPicture } from './avatars.ts';

interface FetchSettings {
  /** Allows pictures over plain http, for the sandbox. */
  readonly allowHttp: boolean;
  /** Which addresses may be asked; tests have none but their own. */
  readonly isAllowedAddress?: (address: string) => boolean;
}

const maxBytes = 1024 * 1024;
const timeoutMs = 5_000;

/** Asks for a picture, but never inside our own network, and follows no redirect. */
export function createFetchPicture({
  allowHttp,
  isAllowedAddress = isPublicAddress,
}: FetchSettings): FetchPicture {
  const resolve = createGuardedLookup(isAllowedAddress);
  return async (written) => {
    const url = new URL(written);
    const isAllowed = isAllowedHost(hostOf(url), isAllowedAddress);
    const isAllowedScheme = url.protocol === 'https:' || (allowHttp && url.protocol === 'http:');
    return isAllowed && isAllowedScheme ? await download(url, resolve) : undefined;
  };
}

function download(url: URL, resolve: LookupFunction): Promise<Picture | undefined> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((settle) => {
    const asking = request(
      url,
      {
        lookup: resolve,
        // A shared connection may lead to an address that is refused here.
        agent: false,
        headers: { accept: 'image/*', 'user-agent': 'Hearth' },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => void readPicture(response).then(settle, () => settle(undefined)),
    );
    // Any failure of the other side only means that there is no picture.
    asking.on('error', () => settle(undefined));
    asking.end();
  });
}

async function readPicture(response: IncomingMessage): Promise<Picture | undefined> {
  if (response.statusCode !== 200) {
    response.destroy();
    return undefined;
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) {
      response.destroy();
      return undefined;
    }
    parts.push(part);
  }
  const content = Buffer.concat(parts);
  const contentType = pictureType(content);
  return contentType === undefined ? undefined : { contentType, content };
}

/** By its first bytes: what a server calls a picture may be a page. */
function pictureType(content: Buffer): string | undefined {
  const kind = kinds.find(({ marks }) =>
    marks.every(({ at, bytes }) => content.subarray(at, at + bytes.length).equals(bytes)),
  );
  return kind?.contentType;
}

interface Mark {
  readonly at: number;
  readonly bytes: Buffer;
}

const mark = (text: string, at = 0): Mark => ({ at, bytes: Buffer.from(text, 'latin1') });

const kinds: readonly { readonly contentType: string; readonly marks: readonly Mark[] }[] = [
  { contentType: 'image/png', marks: [mark('\x89PNG\r\n\x1a\n')] },
  { contentType: 'image/jpeg', marks: [mark('\xff\xd8\xff')] },
  { contentType: 'image/gif', marks: [mark('GIF8')] },
  { contentType: 'image/webp', marks: [mark('RIFF'), mark('WEBP', 8)] },
];
