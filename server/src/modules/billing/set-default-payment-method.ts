import * as contract from '@hearth/contract';
import { refuseIf } from '../../platform/refusal.ts';
import { lockOwned } from './lock-owned.ts';
import { saga } from './operation.ts';
import { requireOwnCard } from './payment-method.ts';
import { asRefusals, requirePayments } from './require-payments.ts';
import { runOnce } from './run-once.ts';

/** Chooses the card that is charged next; what is owed is tried with it at once. */
export const setDefaultPaymentMethod = saga(
  contract.setDefaultPaymentMethod,
  async (input, context) => {
    const { subscriptionId, paymentMethodId: cardId } = input;
    const { db, view, caller } = context;
    refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
    const payments = requirePayments(context.payments);

    await runOnce(
      {
        kind: 'set-default',
        input,
        subscriptionId,
        async prepare() {
          await asRefusals(() => requireOwnCard({ subscriptionId, cardId }, { db, payments }));
          return async (tx) => {
            const { status } = await lockOwned(tx, subscriptionId, caller);
            refuseIf(status === 'canceled', 'subscription/canceled');
            return { subscriptionId, request: { kind: 'set-default', cardId } };
          };
        },
      },
      context,
    );
    return {};
  },
);
