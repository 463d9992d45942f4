import type { PayingContext } from '../../port/billing-services.ts';
import { requireShown } from '../../port/debt.ts';
import { owes } from '../../port/owes.ts';
import type { ProviderSubscription } from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import type { IntentOf, RequestOf } from '../../records/intent.ts';
import type { Kind } from '../kind.ts';
import { findOwnCards, toChangedCard } from '../own-cards.ts';
import { readCharged } from '../read-charged.ts';

/** Makes a card the default, and immediately charges it what is owed; does neither where that is not the shown sum. */
export const setDefault: Kind<RequestOf<'set-default'>> = {
  async perform(intent, context) {
    const { keyBase, subscriptionId, accountId, request } = intent;
    const { cardId, shown } = request;
    const paying = requirePaying(context);
    const charged = await readCharged(subscriptionId, paying);
    requireShown(shown, charged?.debt ?? null);
    const own = await findOwnCards(subscriptionId, paying);
    const card = own?.cards.find((one) => one.id === cardId);
    if (!own || !card) {
      return { outcome: { refusal: { code: 'billing/foreign-card' } } };
    }
    const { customerId } = own;
    await paying.payments.setDefaultCard({ key: `${keyBase}-default`, customerId, cardId });
    const isPaid = await payOwed(intent, charged, paying);
    return {
      outcome: { result: { subscriptionId, ...(!isPaid && { declined: true }) } },
      action: 'billing.default-card-changed',
      details: {
        ...toChangedCard(
          own.cards.find((one) => one.isDefault),
          card,
        ),
        payerId: accountId,
      },
    };
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => true,
};

/** False after a decline, which changes neither the status nor the choice of the card. */
async function payOwed(
  { keyBase, request: { shown } }: IntentOf<'set-default'>,
  charged: ProviderSubscription | undefined,
  { payments }: PayingContext,
): Promise<boolean> {
  const charge =
    charged && owes(charged)
      ? await payments.payOpenInvoice({
          key: `${keyBase}-pay-${charged.id}`,
          id: charged.id,
          shown,
        })
      : undefined;
  return charge?.outcome !== 'declined';
}
