import * as contract from '@hearth/contract';
import { randomId } from '../../../platform/ids.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type AdmitContext, admitCard } from '../intents/admit-card.ts';
import { ensureCustomer } from '../intents/customer.ts';
import { sameSetupBucket, setupBuckets } from '../intents/limits.ts';
import { isTransferPending, resumeTransfer } from '../intents/resume-open.ts';
import { asRefusals, requirePayments } from '../port/require-payments.ts';
import { listOpenKinds } from '../records/intent-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { saga } from './shared/operation.ts';

/** Lets the browser add a card at the provider. */
export const createSetupIntent = saga(
  contract.createSetupIntent,
  async ({ subscriptionId }, context) => {
    const { db, view, caller, client } = context;
    const payments = requirePayments(context.payments);
    refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
    await resumeTransfer(subscriptionId, context);
    refuseIf(await isTransferPending(db, subscriptionId), 'billing/under-way');
    // The first payment creates the customer; a second customer must not be created meanwhile.
    const open = await listOpenKinds(db, subscriptionId);
    refuseIf(open.includes('create'), 'billing/under-way');

    await context.transaction((tx) => admitForm(tx, subscriptionId, context));
    const { email } = caller;
    // A key of its own: for a repeated one the provider would answer the orphan of an earlier try, while it is removed.
    const key = `${subscriptionId}-customer-${randomId(16)}`;
    const clientSecret = await asRefusals(async () => {
      const customerId = await ensureCustomer({ subscriptionId, email, key }, { db, payments });
      // Without the client's key, each request gets a new one: a form that is opened twice may add two cards.
      const requestKey = client.idempotencyKey ?? randomId(16);
      const setupKey = `${subscriptionId}-setup-${customerId}-${requestKey}`;
      return await payments.createSetup({ key: setupKey, customerId });
    });
    // A transfer invalidates open forms, so a former owner must not get a new one.
    await context.transaction((tx) => lockOwnedSubscription(tx, subscriptionId, caller));
    return { clientSecret };
  },
);

/** Refuses a form where the person may try no card now. The card is typed at the provider. */
async function admitForm(
  tx: Transaction,
  subscriptionId: string,
  context: AdmitContext,
): Promise<void> {
  const { limits, caller, client } = context;
  await limits.giveBack(tx, await admitCard(tx, subscriptionId, context));
  const { idempotencyKey } = client;
  const isRepeated =
    idempotencyKey !== undefined &&
    !(await limits.take(tx, [sameSetupBucket(subscriptionId, idempotencyKey)]));
  const isFew = isRepeated || (await limits.take(tx, setupBuckets(caller.uid, client.address)));
  refuseUnless(isFew, 'billing/too-many-attempts');
}
