import { hkdfSync } from 'node:crypto';

export type KeyPurpose =
  | 'backup fingerprint'
  | 'backup signature'
  | 'doctor'
  | 'mails'
  | 'plan previews'
  | 'refresh tokens'
  | 'sandbox events'
  | 'sandbox ids'
  | 'second factors'
  | 'signed addresses'
  | 'signing keys'
  | 'webhooks';

/** A key of the purpose's own. SECRET_KEY itself signs and seals nothing, so that what is made for one purpose is of no use for another. */
export function deriveKey(secretKey: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `hearth ${purpose}`, 32));
}
