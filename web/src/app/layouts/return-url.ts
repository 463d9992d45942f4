import type { ReturnOrigin } from '@hearth/contract';
import { tabStorage } from '../../shared/browser-storage.ts';

/** Parameter of a billing page's address: the address that the person came from and returns to. */
export const returnParameter = 'return_url';

const longest = 2000;

/** In session storage, so that it survives a reload and a bank's page, for one project and tab. */
const keyOf = (subscriptionId: string) => `hearth.return.${subscriptionId}`;

export function findKeptReturn(subscriptionId: string): string | null {
  return tabStorage.get(keyOf(subscriptionId));
}

export function keepReturn(subscriptionId: string, url: string): void {
  tabStorage.set(keyOf(subscriptionId), url);
}

/** Address and name to lead back to; undefined for an address that the operator has not named. */
export function readReturnUrl(asked: string, origins: readonly ReturnOrigin[]) {
  // Browsers read a backslash as a slash and drop control characters, so an address with them may lead elsewhere.
  const isPlain = /^https?:\/\/[^/]/i.test(asked) && !/[\\\s\p{Cc}]/u.test(asked);
  if (asked.length > longest || !isPlain || !URL.canParse(asked)) {
    return undefined;
  }
  const { origin, href, host, username, password } = new URL(asked);
  const known = origins.find((one) => one.origin === origin);
  return known && !username && !password ? { href, name: known.name ?? host } : undefined;
}
