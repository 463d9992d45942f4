import { createSetupIntent } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import type { CardAdder } from './card-fields/billing-info-collector.ts';
import { usePaymentMethodsChange } from './use-payment-methods-change.ts';

/** Keeps another card for the subscription; the card itself goes to the provider only. */
export function useAddPaymentMethod(onDone: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { busy, error, change } = usePaymentMethodsChange();

  async function askForSecret(): Promise<string> {
    const { clientSecret } = await api.call(createSetupIntent, { subscriptionId });
    return clientSecret;
  }

  const add = (adder: CardAdder) =>
    change(
      () => adder.add(askForSecret),
      () => {
        notify.success(t('payment.methods.added'));
        onDone();
      },
    );

  return { busy, error, add };
}
