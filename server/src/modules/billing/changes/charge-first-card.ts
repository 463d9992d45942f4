import type { Transaction } from '../../../platform/transaction.ts';
import {
  findSubscription,
  lockSubscription,
  type Subscription,
} from '../../subscriptions/index.ts';
import { carryOut } from '../intents/carry-out.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { Card } from '../port/payment-provider.ts';
import { owes } from '../port/rules/debt.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { type Intent, newIntent } from '../records/intent.ts';
import {
  hasIntentAboutCard,
  insertIntent,
  leaseUntil,
  lockOpenKinds,
} from '../records/intent-store.ts';
import { setDefault } from './card.ts';
import { findOwnCards } from './shared/own-cards.ts';

/**
 * Makes the first card of a project the default, the newest of several, and charges it what is owed.
 * False while another intent is open.
 */
export async function chargeFirstCard(
  subscriptionId: string,
  context: PayingChangeContext,
): Promise<boolean> {
  const { db } = context;
  const subscription = await findSubscription(db, subscriptionId);
  const account = await findBillingAccount(db, subscriptionId);
  const isOver = subscription?.status === 'canceled' || account?.isPending;
  if (!subscription || !account || isOver || !(owes(subscription) || account.card === null)) {
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
  return begun !== 'blocked';
}

/** Chooses the newest card while none is the default, or the only card where money is owed. */
function chooseCard(cards: readonly Card[], subscription: Subscription): Card | undefined {
  const charged = cards.find(({ isDefault }) => isDefault);
  if (!charged) {
    return cards.at(-1);
  }
  return cards.length === 1 && owes(subscription) ? charged : undefined;
}

/** Opens the intent, once for each card: the provider itself retries a declined one. */
async function beginOnce(
  tx: Transaction,
  { subscription, cardId }: { readonly subscription: Subscription; readonly cardId: string },
  { clock }: PayingContext,
): Promise<Intent | 'unneeded' | 'blocked'> {
  const { id: subscriptionId, ownerId: accountId } = subscription;
  await lockSubscription(tx, subscriptionId);
  const { status } = (await findSubscription(tx, subscriptionId)) ?? {};
  if (
    status === 'canceled' ||
    (await hasIntentAboutCard(tx, { subscriptionId, kind: 'set-default', cardId }))
  ) {
    return 'unneeded';
  }
  if ((await lockOpenKinds(tx, subscriptionId)).length > 0) {
    return 'blocked';
  }
  const createdAt = clock.now();
  const request = { kind: 'set-default', cardId } as const;
  const intent = newIntent({ subscriptionId, accountId, request, createdAt });
  const name = { key: `first:${cardId}`, hash: Buffer.alloc(0) };
  const { decides } = setDefault;
  await insertIntent(tx, { intent, name, decides, leasedUntil: leaseUntil(createdAt) });
  return intent;
}
