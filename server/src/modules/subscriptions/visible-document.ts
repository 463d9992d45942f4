import type { Subscription } from '@hearth/contract';
import type { SubscriptionView } from './access.ts';
import { toSubscriptionDocument } from './subscription.ts';

/** The document as the reader may see it: everybody's permissions where they were found, else their own. */
export function toVisibleDocument(
  { subscription, held, holders }: SubscriptionView,
  uid: string,
): Subscription {
  const own = Object.fromEntries(held.map((key) => [key, [uid]]));
  return toSubscriptionDocument(subscription, holders ?? own);
}
