import type * as contract from '@hearth/contract';
import { refuseIf } from '../../../../platform/refusal.ts';
import type { RunOnceContext } from '../../intents/begin-intent.ts';
import { requireOwnCard } from '../../intents/own-cards.ts';
import { runOnce } from '../../intents/run-once.ts';
import { asRefusals, requirePayments } from '../../port/require-payments.ts';
import type { IntentRequest } from '../../records/intent.ts';
import { lockOwnedSubscription } from './lock-owned-subscription.ts';

type CardInput = contract.InputOf<typeof contract.deletePaymentMethod> &
  Pick<contract.InputOf<typeof contract.setDefaultPaymentMethod>, 'dueNow'>;
type CardKind = Extract<IntentRequest, { cardId: string }>['kind'];

/** Changes one card of a running subscription, by an intent. */
export async function changeCard(
  kind: CardKind,
  input: CardInput,
  context: RunOnceContext & { readonly view: { readonly subscription: { status: string } } },
): Promise<void> {
  const { subscriptionId, paymentMethodId: cardId, dueNow: shown } = input;
  const { db, view, caller } = context;
  // Nothing charges the cards of an ended project, so that they can go.
  const isOff = (status: string) => status === 'canceled' && kind !== 'remove-card';
  refuseIf(isOff(view.subscription.status), 'subscription/canceled');
  const payments = requirePayments(context.payments);

  await runOnce(
    {
      kind,
      input,
      subscriptionId,
      async prepare() {
        await asRefusals(() => requireOwnCard({ subscriptionId, cardId }, { db, payments }));
        return async (tx) => {
          const { status } = await lockOwnedSubscription(tx, subscriptionId, caller);
          refuseIf(isOff(status), 'subscription/canceled');
          return { subscriptionId, request: { kind, cardId, ...(shown && { shown }) } };
        };
      },
    },
    context,
  );
}
