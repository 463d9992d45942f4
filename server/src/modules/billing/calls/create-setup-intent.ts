import * as contract from '@hearth/contract';
import { randomId, secretHash } from '../../../platform/ids.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type AdmitContext, admitCard } from '../intents/admit-card.ts';
import { ensureCustomer } from '../intents/customer.ts';
import { sameSetupBucket, setupBuckets } from '../intents/limits.ts';
import { isTransferPending, resumeTransfer } from '../intents/resume-open.ts';
import { asRefusals, requirePayments } from '../port/require-payments.ts';
import { listOpenKinds } from '../records/intent-store.ts';
import { lockOwned } from './lock-owned.ts';
import { saga } from './operation.ts';

/** Lets the browser add a card at the provider. */
export const createSetupIntent = saga(
  contract.createSetupIntent,
  async ({ subscriptionId }, context) => {
    const { db, view, caller, client } = context;
    const payments = requirePayments(context.payments);
    refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
    await resumeTransfer(subscriptionId, context);
    refuseIf(await isTransferPending(db, subscriptionId), 'billing/under-way');
    // The first payment makes the customer. A second one beside it would leave the first to pay alone.
    const open = await listOpenKinds(db, subscriptionId);
    refuseIf(open.includes('create'), 'billing/under-way');

    await context.transaction((tx) => admitForm(tx, subscriptionId, context));
    const { email } = caller;
    // A key has one body, so the address is part of it.
    const key = `${subscriptionId}-customer-${secretHash(email).toString('base64url').slice(0, 16)}`;
    const clientSecret = await asRefusals(async () => {
      const customerId = await ensureCustomer({ subscriptionId, email, key }, { db, payments });
      // A form that is opened twice may add two cards, so a request without a key has one of its own.
      const setupKey = `${subscriptionId}-setup-${client.idempotencyKey ?? randomId(16)}`;
      return await payments.createSetup({ key: setupKey, customerId });
    });
    // A transfer closes the secrets that are out; whoever is no owner any more gets no other.
    await context.transaction((tx) => lockOwned(tx, subscriptionId, caller));
    return { clientSecret };
  },
);

/** Refuses a form to whoever may try no card now; its card itself is typed where we do not see it. */
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
