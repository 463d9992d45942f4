import { describe, expect, it } from 'vitest';
import { hasScope, idOfSecret, isUsable, isUseDue, newApiKeySecret } from './api-key.ts';

const at = new Date('2026-03-01T12:00:00Z');
const key = {
  id: 'abcdefghijkl',
  name: 'backend',
  scopes: ['standing:read'],
  createdAt: at,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};

describe('an API key', () => {
  it('is a prefix, an id, a secret and a checksum, without a character that ends a word', () => {
    const { id, secret } = newApiKeySecret();
    expect(secret).toMatch(/^hearth_sk_[A-Za-z0-9]{12}_[A-Za-z0-9]{49}$/);
    expect(secret).toContain(`_${id}_`);
    expect(idOfSecret(secret)).toBe(id);
  });

  it('has the checksum that other programs compute: CRC-32 to the base of 62', () => {
    const body = `hearth_sk_abcdefghijkl_${'A'.repeat(43)}`;
    expect(idOfSecret(`${body}4fPzVr`)).toBe('abcdefghijkl');
  });

  it('is none with one character changed, left out or added', () => {
    const { secret } = newApiKeySecret();
    for (const place of [3, 12, 30, secret.length - 1]) {
      const other = secret[place] === 'x' ? 'y' : 'x';
      expect(idOfSecret(secret.slice(0, place) + other + secret.slice(place + 1))).toBeUndefined();
    }
    expect(idOfSecret(secret.slice(0, -1))).toBeUndefined();
    expect(idOfSecret(`${secret}x`)).toBeUndefined();
    expect(idOfSecret(`${secret}\n`)).toBeUndefined();
    expect(idOfSecret('')).toBeUndefined();
  });

  it('is usable until it expires or is revoked', () => {
    expect(isUsable(key, at)).toBe(true);
    expect(isUsable({ ...key, expiresAt: new Date(at.getTime() + 1) }, at)).toBe(true);
    expect(isUsable({ ...key, expiresAt: at }, at)).toBe(false);
    expect(isUsable({ ...key, revokedAt: at }, at)).toBe(false);
  });

  it('has the scopes that it was made with, and no others', () => {
    expect(hasScope(key, 'standing:read')).toBe(true);
    expect(hasScope(key, 'accounts:read')).toBe(false);
  });

  it('notes its use at most every five minutes', () => {
    const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
    expect(isUseDue(key, at)).toBe(true);
    expect(isUseDue({ ...key, lastUsedAt: at }, minutesLater(4.9))).toBe(false);
    expect(isUseDue({ ...key, lastUsedAt: at }, minutesLater(5))).toBe(true);
  });
});
