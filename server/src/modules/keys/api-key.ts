import { crc32 } from 'node:zlib';
import type { KeyScope } from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';

/** A key of a program of the operator's own, without its secret. */
export interface ApiKey {
  /** Public part of the key: 12 letters and digits. */
  readonly id: string;
  readonly name: string;
  /** Scopes as stored; an earlier version may have known others. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** Null for a key that does not expire. */
  readonly expiresAt: Date | null;
  /** Null before the first use. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A prefix of its own and a checksum, so that scanners of sources find keys and take no other text for one. */
const shape = /^(hearth_sk_([A-Za-z0-9]{12})_[A-Za-z0-9]{43})([A-Za-z0-9]{6})$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id, and the key that is shown once. */
export function newApiKeySecret(): { readonly id: string; readonly secret: string } {
  const id = randomId(12);
  const body = `hearth_sk_${id}_${randomId(43)}`;
  return { id, secret: body + checksum(body) };
}

/** The id in a key; undefined for a text that was never one, which needs no look-up. */
export function idOfSecret(secret: string): string | undefined {
  const [, body = '', id, sum] = shape.exec(secret) ?? [];
  return sum === checksum(body) ? id : undefined;
}

/** CRC-32 as six digits to the base of 62. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < 6; place += 1) {
    text = digits[rest % digits.length] + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

export function isUsable({ expiresAt, revokedAt }: ApiKey, at: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > at);
}

export function hasScope({ scopes }: Pick<ApiKey, 'scopes'>, scope: KeyScope): boolean {
  return scopes.includes(scope);
}

const noteUseEveryMs = 5 * 60_000;

/** Whether the time of the last use is old enough to be written again. */
export function isUseDue({ lastUsedAt }: ApiKey, at: Date): boolean {
  return lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= noteUseEveryMs;
}
