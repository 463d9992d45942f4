import { isIP } from 'node:net';
import { refuse } from '../../../platform/refusal.ts';

/** Where passkeys are valid. They are bound to the host: under another PUBLIC_URL they no longer work. */
export interface RelyingParty {
  /** Host of PUBLIC_URL. */
  readonly id: string;
  readonly origin: string;
}

/** Undefined if browsers offer no passkeys: without https, or at an IP address. */
export function toRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  const isNamed = isIP(hostname) === 0 && !hostname.startsWith('[');
  return isSecure && isNamed ? { id: hostname, origin } : undefined;
}

export const requireRelyingParty = (publicUrl: string): RelyingParty =>
  toRelyingParty(publicUrl) ?? refuse('auth/passkeys-off');
