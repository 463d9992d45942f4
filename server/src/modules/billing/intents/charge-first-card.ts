import { randomId } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import {
  findSubscription,
  lockSubscription,
  type Subscription,
} from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { owes } from '../port/owes.ts';
import type { Card } from '../port/payment-provider.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { Intent } from '../records/intent.ts';
import { leaseUntil } from '../records/intent-lease-store.ts';
import { hasIntentAboutCard, insertIntent, lockOpenKinds } from '../records/intent-store.ts';
import { carryOut } from './carry-out.ts';
import { kinds } from './kinds/index.ts';
import { findOwnCards } from './own-cards.ts';

/**
 * The first card that comes to a paid subscription, or the newest where several came at once, is
 * charged from then on; what is owed at once. False while another change is in the way.
 */
export async function chargeFirstCard(
  subscriptionId: string,
  context: PayingContext,
): Promise<boolean> {
  const { db } = context;
  const subscription = await findSubscription(db, subscriptionId);
  const account = await findBillingAccount(db, subscriptionId);
  const isCharged =
    subscription?.status !== 'canceled' && account?.providerSubscriptionId && !account.isPending;
  if (!subscription || !isCharged || !(owes(subscription) || account.card === null)) {
    return true;
  }
  const cards = (await findOwnCards(subscriptionId, context))?.cards ?? [];
  const card = chooseCard(cards, subscription);
  if (!card) {
    return true;
  }
  const begun = await db
    .transaction()
    .execute((tx) => beginOnce(tx, { subscription, cardId: card.id }, context));
  if (typeof begun === 'object') {
    await carryOut(begun, context);
  }
  return begun !== 'in the way';
}

/** Of several the newest, while none of them is charged. */
function chooseCard(cards: readonly Card[], subscription: Subscription): Card | undefined {
  const charged = cards.find(({ isDefault }) => isDefault);
  if (!charged) {
    return cards.at(-1);
  }
  return cards.length === 1 && owes(subscription) ? charged : undefined;
}

interface NewCard {
  readonly subscription: Subscription;
  readonly cardId: string;
}

/** Once for each card: one that was declined is tried again when the provider does. */
async function beginOnce(
  tx: Transaction,
  { subscription, cardId }: NewCard,
  { clock }: PayingContext,
): Promise<Intent | 'not wanted' | 'in the way'> {
  const { id: subscriptionId, ownerId: accountId } = subscription;
  await lockSubscription(tx, subscriptionId);
  const { status } = (await findSubscription(tx, subscriptionId)) ?? {};
  if (
    status === 'canceled' ||
    (await hasIntentAboutCard(tx, { subscriptionId, kind: 'set-default', cardId }))
  ) {
    return 'not wanted';
  }
  if ((await lockOpenKinds(tx, subscriptionId)).length > 0) {
    return 'in the way';
  }
  const createdAt = clock.now();
  const request = { kind: 'set-default', cardId } as const;
  const intent = { id: randomId(24), subscriptionId, accountId, request, createdAt };
  const name = { key: `first:${cardId}`, hash: Buffer.alloc(0) };
  const { decides } = kinds['set-default'];
  await insertIntent(tx, { intent, name, decides, leasedUntil: leaseUntil(createdAt) });
  return intent;
}
