import { createHash, createPublicKey, sign } from 'node:crypto';
import { openPrivateKey, type SigningKey } from './signing-key.ts';

/** Makes certificates of keys, by their ids; each is made once. */
export function createKeyCertificates(secretKey: string) {
  const made = new Map<string, string>();
  return (keys: readonly SigningKey[]): Record<string, string> => {
    for (const key of keys) {
      made.set(key.id, made.get(key.id) ?? toCertificate(key, secretKey));
    }
    return Object.fromEntries(keys.map(({ id }) => [id, made.get(id) ?? '']));
  };
}

/**
 * The public key as a self-signed X.509 certificate (RFC 5280, version 1) in PEM, the only form that libraries for
 * Google's tokens read. Nobody checks the certificate itself.
 */
function toCertificate(key: SigningKey, secretKey: string): string {
  const { id: keyId, createdAt } = key;
  const privateKey = openPrivateKey(key, secretKey);
  const name = der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from(keyId)))));
  const content = der(
    0x30,
    der(0x02, toSerialNumber(keyId)),
    ecdsaWithSha256,
    name,
    der(0x30, toTime(createdAt), noExpiry),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = der(0x30, content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = der(
  0x30,
  der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])),
);

/** 2.5.4.3 */
const commonName = der(0x06, Buffer.from([0x55, 0x04, 0x03]));

/** RFC 5280, 4.1.2.5: a certificate without a well-defined end. */
const noExpiry = der(0x18, Buffer.from('99991231235959Z'));

/** 16 bytes, positive. */
function toSerialNumber(keyId: string): Buffer {
  const digest = createHash('sha256').update(keyId).digest();
  return Buffer.from([0x40, ...digest.subarray(1, 16)]);
}

/** UTCTime up to 2049, GeneralizedTime from 2050 on. */
function toTime(instant: Date): Buffer {
  const digits = instant.toISOString().replace(/[-:T]|\.\d+/g, '');
  return instant.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}

/** One element of ASN.1's distinguished encoding. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
