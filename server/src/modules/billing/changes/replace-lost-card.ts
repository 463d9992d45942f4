import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import { carryOut } from '../intents/carry-out.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { Card } from '../port/payment-provider.ts';
import { notifyCardMissing } from '../projection/lost-card.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import { enqueueCardReplacement, enqueueProjection } from '../records/billing-job-store.ts';
import { type Intent, newIntent } from '../records/intent.ts';
import { insertIntent, leaseUntil, lockOpenKinds } from '../records/intent-store.ts';
import { setDefault } from './card.ts';
import { findOwnCards } from './shared/own-cards.ts';

/** Makes the newest of the other cards the default; where there is none, notifies the owner once. */
export async function replaceLostCard(
  subscriptionId: string,
  context: PayingChangeContext,
): Promise<void> {
  const { db } = context;
  if (!(await findBillingAccount(db, subscriptionId))?.isCardLost) {
    return;
  }
  const cards = (await findOwnCards(subscriptionId, context))?.cards ?? [];
  const intent = await db
    .transaction()
    .execute((tx) => decide(tx, { subscriptionId, cards }, context));
  if (intent) {
    await carryOut(intent, context);
  }
}

/** Opens the intent that makes another card the default, if one is needed now. */
async function decide(
  tx: Transaction,
  { subscriptionId, cards }: { readonly subscriptionId: string; readonly cards: readonly Card[] },
  context: PayingContext,
): Promise<Intent | undefined> {
  await lockSubscription(tx, subscriptionId);
  const subscription = await findSubscription(tx, subscriptionId);
  const account = await findBillingAccount(tx, subscriptionId);
  if (!subscription || subscription.status === 'canceled' || !account?.isCardLost) {
    return undefined;
  }
  if ((await lockOpenKinds(tx, subscriptionId)).length > 0) {
    await enqueueCardReplacement(tx, { subscriptionId, isAgain: true });
    return undefined;
  }
  if (cards.some(({ isDefault }) => isDefault)) {
    await enqueueProjection(tx, subscriptionId);
    return undefined;
  }
  const replacement = cards.at(-1);
  if (!replacement) {
    await notifyCardMissing(tx, { subscription, account }, context);
    await writeBillingAccount(tx, subscriptionId, { isCardLost: false });
    return undefined;
  }
  return await begin(tx, { subscription, cardId: replacement.id }, context);
}

async function begin(
  tx: Transaction,
  {
    subscription,
    cardId,
  }: {
    readonly subscription: { readonly id: string; readonly ownerId: string };
    readonly cardId: string;
  },
  { clock }: PayingContext,
): Promise<Intent> {
  const createdAt = clock.now();
  const { id: subscriptionId, ownerId: accountId } = subscription;
  const request = { kind: 'set-default', cardId } as const;
  const intent = newIntent({ subscriptionId, accountId, request, createdAt });
  const name = { key: `heir:${intent.id}`, hash: Buffer.alloc(0) };
  const { decides } = setDefault;
  await insertIntent(tx, { intent, name, decides, leasedUntil: leaseUntil(createdAt) });
  return intent;
}
