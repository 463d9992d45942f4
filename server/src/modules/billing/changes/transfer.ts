import { awaitedJobPriority, enqueue } from '../../../platform/jobs/job-store.ts';
import { refuseIf } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { AccountDeletion } from '../../identity/index.ts';
import { listOwnedSubscriptions } from '../../subscriptions/index.ts';
import type { Kind } from '../intents/kind.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { requirePaying } from '../port/require-payments.ts';
import { findSettledAccount, projectBilling } from '../projection/project-billing.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import { type IntentOf, newIntent, type RequestOf } from '../records/intent.ts';
import {
  hasOpenIntent,
  insertIntent,
  lockIdleIntents,
  setIntentEmail,
} from '../records/intent-store.ts';
import { findKnownCustomer } from './shared/link-customer.ts';

interface Transfer {
  readonly subscriptionId: string;
  readonly newOwner: { readonly id: string; readonly email: string };
  readonly at: Date;
}

/** Removes the old owner's details and card: here immediately, at the provider by an intent. */
export async function forgetPayerOnTransfer(
  tx: Transaction,
  { subscriptionId, newOwner, at }: Transfer,
): Promise<void> {
  refuseIf(await hasOpenIntent(tx, subscriptionId), 'billing/under-way');
  if (!(await findBillingAccount(tx, subscriptionId))) {
    return;
  }
  await writeBillingAccount(tx, subscriptionId, { details: null, card: null, isCardLost: false });
  const { id: accountId, email } = newOwner;
  await beginPayerRemoval(tx, { cause: 'transfer', subscriptionId, accountId, email, at });
}

/** Does so before an account is deleted. Its remaining subscriptions are canceled and have no new payer. */
export async function forgetPayerOnDeletion(
  tx: Transaction,
  { account, at }: AccountDeletion,
): Promise<void> {
  for (const { id: subscriptionId } of await listOwnedSubscriptions(tx, account.id)) {
    if (!(await findBillingAccount(tx, subscriptionId))) {
      continue;
    }
    // A pending removal covers this owner as well.
    const wanted = { subscriptionId, kinds: ['forget-payer'] } as const;
    const pending = await lockIdleIntents(tx, wanted, at);
    for (const id of pending) {
      await setIntentEmail(tx, id, '');
    }
    const isAsked = pending.length > 0;
    refuseIf(!isAsked && (await hasOpenIntent(tx, subscriptionId)), 'billing/under-way');
    await writeBillingAccount(tx, subscriptionId, { details: null, card: null, isCardLost: false });
    if (isAsked) {
      continue;
    }
    const accountId = account.id;
    await beginPayerRemoval(tx, { cause: 'deletion', subscriptionId, accountId, email: '', at });
  }
}

interface PayerRemoval {
  readonly cause: 'transfer' | 'deletion';
  readonly subscriptionId: string;
  readonly accountId: string;
  /** Address that the provider writes to from then on. */
  readonly email: string;
  readonly at: Date;
}

async function beginPayerRemoval(
  tx: Transaction,
  { cause, subscriptionId, accountId, email, at }: PayerRemoval,
): Promise<void> {
  const request = { kind: 'forget-payer', email } as const;
  const intent = newIntent({ subscriptionId, accountId, request, createdAt: at });
  await insertIntent(tx, {
    intent,
    name: { key: `${cause}:${intent.id}`, hash: Buffer.alloc(0) },
    decides: forgetPayer.decides,
    leasedUntil: at,
  });
  await enqueue(tx, 'finish-intents', {}, { priority: awaitedJobPriority });
}

/** Removes the old owner's cards and address at the provider, after a transfer or the owner's deletion. */
export const forgetPayer: Kind<RequestOf<'forget-payer'>> = {
  async perform(intent, context) {
    const { keyBase, subscriptionId, request } = intent;
    const customerId = (await findBillingAccount(context.db, subscriptionId))?.customerId;
    const paying = customerId ? requirePaying(context) : undefined;
    // A customer that was removed at the provider has no cards and address any more.
    if (customerId && paying && (await findKnownCustomer(customerId, paying))) {
      const { payments } = paying;
      await payments.cancelSetups({ key: `${keyBase}-setups`, customerId });
      await giveUpWaiting(intent, paying);
      for (const card of await payments.listCards(customerId)) {
        await payments.detachCard({ key: `${keyBase}-${card.id}`, cardId: card.id });
      }
      const { email } = request;
      await payments.updateCustomer({
        key: `${keyBase}-customer`,
        customerId,
        email,
        details: null,
      });
    }
    const payerSince = context.clock.now();
    return {
      outcome: { result: { subscriptionId } },
      apply: (tx) => writeBillingAccount(tx, subscriptionId, { payerSince }),
    };
  },
  wasDone: async () => false,
  blocks: (other) => other !== 'cancel',
  repeatable: false,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => false,
};

/** Gives up waiting payments, which the new owner must not confirm with the old owner's card. Debts stay. */
async function giveUpWaiting(
  { keyBase, subscriptionId }: IntentOf<'forget-payer'>,
  paying: PayingContext,
): Promise<void> {
  const { payments } = paying;
  const account = await findSettledAccount(subscriptionId, paying);
  const charged = account?.providerSubscriptionId;
  if (!charged) {
    return;
  }
  if (!account.isPending) {
    await payments.giveUpChange({ key: `${keyBase}-change-${charged}`, id: charged });
  } else if (
    !(await payments.giveUpSubscription({ key: `${keyBase}-end-${charged}`, id: charged }))
  ) {
    await projectBilling(subscriptionId, paying);
  }
}
