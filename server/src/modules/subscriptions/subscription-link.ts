import type { Services } from '../identity/index.ts';

/** Address of a subscription's screen: the overview, or a page of it such as `/users`. */
export function subscriptionLink(
  id: string,
  { publicUrl }: Services['site'],
  page: `/${string}` | '' = '',
): string {
  return new URL(`/subscription/${encodeURIComponent(id)}${page}`, publicUrl).href;
}
