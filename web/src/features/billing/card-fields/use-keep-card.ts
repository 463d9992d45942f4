import { createSetupIntent, getPaymentMethods, type PaymentMethod } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { PaymentProblem } from '../shared/payment-problem.ts';
import type { CardAdder } from './card-and-address.ts';

/** Keeps the card that is typed, and answers it as it is listed then. */
export function useKeepCard(): (adder: CardAdder) => Promise<PaymentMethod> {
  const { t } = useTranslation();
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;

  const readCards = async () =>
    (await api.call(getPaymentMethods, { subscriptionId })).paymentMethods;

  async function askForSecret(): Promise<string> {
    const { clientSecret } = await api.call(createSetupIntent, { subscriptionId });
    return clientSecret;
  }

  return async (adder) => {
    const known = new Set((await readCards()).map(({ id }) => id));
    await adder.add(askForSecret);
    const added = (await readCards()).find(({ id }) => !known.has(id));
    if (!added) {
      throw new PaymentProblem(t('payment.noPaymentMethod'));
    }
    return added;
  };
}
