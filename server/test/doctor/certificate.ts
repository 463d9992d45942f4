import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const dayMs = 86_400_000;

/** A self-signed certificate (RFC 5280) of one host that is valid for so many days. */
export function makeCertificate(host: string, days = 60): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(host)))));
  const alternatives = der(0x30, der(0x82, Buffer.from(host)));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([0x40]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    der(0x30, toTime(Date.now() - 30 * dayMs), toTime(Date.now() + days * dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, oid('551d11'), der(0x04, alternatives)))),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = der(0x30, content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'));

function toTime(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(digits.slice(2)));
}

/** One element of ASN.1's distinguished encoding. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
