import { type PaymentMethod, setDefaultPaymentMethod } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import { useCardName } from './use-card-name.ts';
import { usePaymentMethodsChange } from './use-payment-methods-change.ts';

/** Chooses the card that is charged next. */
export function useSetDefaultPaymentMethod() {
  const { t } = useTranslation();
  const api = useApi();
  const cardName = useCardName();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { busy, error, change } = usePaymentMethodsChange();
  const [chosenId, setChosenId] = useState<string>();

  function setDefault({ id: paymentMethodId, card }: PaymentMethod) {
    if (busy) {
      return;
    }
    setChosenId(paymentMethodId);
    void change(
      () => api.call(setDefaultPaymentMethod, { subscriptionId, paymentMethodId }),
      (owing) => {
        const words = { card: cardName(card) };
        if (owing) {
          // The card stays the default one for the next attempt.
          notify.warning(t('payment.methods.defaultSetOwing', words));
        } else {
          notify.success(t('payment.methods.defaultSet', words));
        }
      },
    );
  }

  return { setDefault, busyId: busy ? chosenId : undefined, error };
}
