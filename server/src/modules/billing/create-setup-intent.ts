import * as contract from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';
import { refuseIf } from '../../platform/refusal.ts';
import { ensureCustomer } from './customer.ts';
import { finishTransfer } from './finish-transfer.ts';
import { isForgetting } from './intent-store.ts';
import { lockOwned } from './lock-owned.ts';
import { saga } from './operation.ts';
import { asRefusals, requirePayments } from './require-payments.ts';

/** Lets the browser add a card at the provider. */
export const createSetupIntent = saga(
  contract.createSetupIntent,
  async ({ subscriptionId }, context) => {
    const { db, view, caller, client } = context;
    const payments = requirePayments(context.payments);
    refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
    await finishTransfer(subscriptionId, context);
    refuseIf(await isForgetting(db, subscriptionId), 'billing/under-way');

    const payer = { subscriptionId, email: caller.email };
    const clientSecret = await asRefusals(async () => {
      const customerId = await ensureCustomer(payer, { db, payments });
      // A form that is opened twice may add two cards, so a request without a key has one of its own.
      const key = `${subscriptionId}-setup-${client.idempotencyKey ?? randomId(16)}`;
      return await payments.createSetup({ key, customerId });
    });
    // A transfer closes the secrets that are out; whoever is no owner any more gets no other.
    await context.transaction((tx) => lockOwned(tx, subscriptionId, caller));
    return { clientSecret };
  },
);
