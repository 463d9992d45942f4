import * as contract from '@hearth/contract';
import { refuseIf } from '../../platform/refusal.ts';
import { lockOwned } from './lock-owned.ts';
import { saga } from './operation.ts';
import { requireOwnCard } from './payment-method.ts';
import { asRefusals, requirePayments } from './require-payments.ts';
import { runOnce } from './run-once.ts';

/** Removes a card; the last one of a paid subscription stays. */
export const deletePaymentMethod = saga(contract.deletePaymentMethod, async (input, context) => {
  const { subscriptionId, paymentMethodId: cardId } = input;
  const { db, view, caller } = context;
  refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
  const payments = requirePayments(context.payments);

  await runOnce(
    {
      kind: 'remove-card',
      input,
      subscriptionId,
      async prepare() {
        await asRefusals(() => requireOwnCard({ subscriptionId, cardId }, { db, payments }));
        return async (tx) => {
          const { status } = await lockOwned(tx, subscriptionId, caller);
          refuseIf(status === 'canceled', 'subscription/canceled');
          return { subscriptionId, request: { kind: 'remove-card', cardId } };
        };
      },
    },
    context,
  );
  return {};
});
