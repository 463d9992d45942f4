import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

export type IsAllowedAddress = (address: string) => boolean;

/** Checks the very address that is then connected to: a name cannot change its address in between. */
export function createGuardedLookup(isAllowedAddress: IsAllowedAddress): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first || !addresses.every(({ address }) => isAllowedAddress(address))) {
        callback(error ?? new Error('Not a public address.'), '', 0);
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** Host of an address, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** An address in figures is never looked up, so it is checked before. */
export function isAllowedHost(host: string, isAllowedAddress: IsAllowedAddress): boolean {
  return isIP(host) === 0 || isAllowedAddress(host);
}
