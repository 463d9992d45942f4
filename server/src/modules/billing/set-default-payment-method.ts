import * as contract from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';
import { refuseIf } from '../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import type { Subscription } from '../subscriptions/index.ts';
import { findBillingAccount } from './billing-account-store.ts';
import { saga } from './operation.ts';
import { requireOwnCard } from './payment-method.ts';
import { projectBilling } from './project-billing.ts';
import { asRefusals, requirePayments } from './require-payments.ts';

/** Chooses the card that is charged next; what is owed is tried with it at once. */
export const setDefaultPaymentMethod = saga(
  contract.setDefaultPaymentMethod,
  async ({ subscriptionId, paymentMethodId: cardId }, context) => {
    const { view, caller, clock, client } = context;
    refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
    const payments = requirePayments(context.payments);
    const paying = { ...context, payments };
    const key = `${subscriptionId}-set-${cardId}-${randomId(12)}`;
    await asRefusals(async () => {
      const { customerId } = await requireOwnCard({ subscriptionId, cardId }, paying);
      await payments.setDefaultCard({ key, customerId, cardId });
      const id = (await findBillingAccount(context.db, subscriptionId))?.providerSubscriptionId;
      if (id && owesRenewal(view.subscription)) {
        // A decline leaves the status as it is, which says so; the card is kept for the next attempt.
        await payments.payOpenInvoice({ key: `${key}-pay`, id });
      }
      await projectBilling(subscriptionId, paying);
    });
    await context.transaction((tx) =>
      recordAudit(tx, {
        action: 'billing.default-card-changed',
        actorId: caller.uid,
        subjectId: subscriptionId,
        subscriptionId,
        at: clock.now(),
        origin: client,
      }),
    );
    return {};
  },
);

function owesRenewal({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'past_due' || status === 'unpaid';
}
