import type { Subscription } from '@hearth/contract';
import type { SubscriptionView } from './access.ts';
import { toSubscriptionDocument } from './subscription.ts';

/** The document as the reader may see it: everybody's permissions where they were found, else their own. */
export function toVisibleDocument(
  { subscription, held, holders, ownerName }: SubscriptionView,
  uid: string,
): Subscription {
  const own = Object.fromEntries(held.map((key) => [key, [uid]]));
  const document = toSubscriptionDocument(subscription, holders ?? own);
  return ownerName === undefined ? document : { ...document, owner_name: ownerName };
}
