import { deletePaymentMethod, type PaymentMethod } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import { useCardName } from './use-card-name.ts';
import { usePaymentMethodsChange } from './use-payment-methods-change.ts';

/** Removes a card for good. */
export function useDeletePaymentMethod({ id, card }: PaymentMethod, onDone: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const cardName = useCardName();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { busy, error, change } = usePaymentMethodsChange();

  const remove = () =>
    change(
      () => api.call(deletePaymentMethod, { subscriptionId, paymentMethodId: id }),
      () => {
        notify.success(t('payment.methods.deleted', { card: cardName(card) }));
        onDone();
      },
    );

  return { busy, error, remove };
}
