import * as contract from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';
import { refuseIf } from '../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import { findBillingAccount } from './billing-account-store.ts';
import { saga } from './operation.ts';
import { requireOwnCard } from './payment-method.ts';
import { projectBilling } from './project-billing.ts';
import { asRefusals, requirePayments } from './require-payments.ts';

/** Removes a card; the last one of a paid subscription stays. */
export const deletePaymentMethod = saga(
  contract.deletePaymentMethod,
  async ({ subscriptionId, paymentMethodId: cardId }, context) => {
    const { view, caller, clock, client } = context;
    refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
    const payments = requirePayments(context.payments);
    const paying = { ...context, payments };
    const key = `${subscriptionId}-delete-${cardId}-${randomId(12)}`;
    await asRefusals(async () => {
      const { customerId, cards } = await requireOwnCard({ subscriptionId, cardId }, paying);
      const isPaid = (await findBillingAccount(context.db, subscriptionId))?.providerSubscriptionId;
      refuseIf(Boolean(isPaid) && cards.length === 1, 'billing/last-card');
      const heir = cards.find(({ id }) => id !== cardId);
      if (heir && cards.some(({ id, isDefault }) => id === cardId && isDefault)) {
        // Whatever renews must always find a card to charge.
        await payments.setDefaultCard({ key: `${key}-heir`, customerId, cardId: heir.id });
      }
      await payments.detachCard({ key, cardId });
      await projectBilling(subscriptionId, paying);
    });
    await context.transaction((tx) =>
      recordAudit(tx, {
        action: 'billing.card-removed',
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
