import { hostOf, isAllowedHost } from '../../../platform/guarded-lookup.ts';
import { isPublicAddress } from '../../../platform/public-address.ts';
import { refuseUnless } from '../../../platform/refusal.ts';

/** Hosts that webhooks may be sent to besides the public internet. */
export interface WebhookAddresses {
  /** Local mode, in which a program on the same machine may be reached over http. */
  readonly allowLoopback: boolean;
  /** Hosts beside Hearth that may be private and spoken to over http. */
  readonly allowedHosts: readonly string[];
}

/** Whether the operator has vouched for the host. */
export function isTrustedHost(
  url: URL,
  { allowLoopback, allowedHosts }: WebhookAddresses,
): boolean {
  const host = hostOf(url);
  const isLoopback = host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
  return (allowLoopback && isLoopback) || allowedHosts.includes(host);
}

/** Refuses an address that leads inside or is not encrypted. A name is looked up with each attempt. */
export function toWebhookUrl(written: string, addresses: WebhookAddresses): string {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  refuseUnless(url && /^https?:$/.test(url.protocol), 'webhook/address-refused');
  refuseUnless(url.username === '' && url.password === '', 'webhook/address-refused');
  const isFine =
    isTrustedHost(url, addresses) ||
    (url.protocol === 'https:' && isAllowedHost(hostOf(url), isPublicAddress));
  refuseUnless(isFine, 'webhook/address-refused');
  return url.href;
}
