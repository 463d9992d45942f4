import { type PaymentMethod, setDefaultPaymentMethod } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import type { CardAdder } from '../card-fields/card-and-address.ts';
import { useKeepCard } from '../card-fields/use-keep-card.ts';
import { useCardName } from '../shared/card-text.tsx';
import { isOwing } from '../shared/is-owing.ts';
import { PaymentProblem } from '../shared/payment-problem.ts';
import { type BillingSummaryAnswer, billingSummaryKey } from '../shared/use-get-billing-summary.ts';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';
import { useShownDebt } from '../shared/use-shown-debt.ts';
import type { PaymentAttempt } from './use-payment-attempt.ts';

/** Pays what is owed with a card that is kept, or with one that is typed now and kept by that. */
export function usePayWithCard({ attempt, pay, paidText }: PaymentAttempt) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const cardName = useCardName();
  const keepCard = useKeepCard();
  const refresh = useRefreshBilling();
  const shown = useShownDebt();
  const { id: subscriptionId } = useCurrentSubscription().subscription;

  async function charge({ id, isDefault, card }: PaymentMethod) {
    if (isDefault) {
      return pay();
    }
    // The new default card is charged with the same call.
    await api.call(setDefaultPaymentMethod, { subscriptionId, paymentMethodId: id, ...shown });
    if (!isOwing(await refresh())) {
      notify.success(paidText());
      return;
    }
    const key = billingSummaryKey(uid, subscriptionId);
    if (queries.getQueryData<BillingSummaryAnswer>(key)?.needs_confirmation) {
      return pay();
    }
    throw new PaymentProblem(t('billing.due.refused', { card: cardName(card) }));
  }

  const payWithKept = (method: PaymentMethod) => attempt(() => charge(method));

  /** `onKept` gets the card as soon as it is kept, whether it can pay or not: another try must not keep it twice. */
  const payWithNew = (adder: CardAdder, onKept: (id: string) => void) =>
    attempt(async () => {
      const added = await keepCard(adder);
      await refresh();
      onKept(added.id);
      // Even if it is the default one already, since the server may not have read that yet.
      await charge({ ...added, isDefault: false });
    });

  return { payWithKept, payWithNew };
}
