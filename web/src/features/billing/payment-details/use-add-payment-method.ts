import { createSetupIntent } from '@hearth/contract';
import { useApi } from '../../../shared/api/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import type { CardAdder } from '../card-fields/billing-info-collector.ts';
import { usePaymentMethodsChange } from './use-payment-methods-change.ts';
import { useTellCardAdded } from './use-tell-card-added.ts';

/** Keeps another card for the subscription; the card itself goes to the provider only. */
export function useAddPaymentMethod(onDone: () => void) {
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const tellAdded = useTellCardAdded();
  const { busy, error, change } = usePaymentMethodsChange();

  async function askForSecret(): Promise<string> {
    const { clientSecret } = await api.call(createSetupIntent, { subscriptionId });
    return clientSecret;
  }

  const add = (adder: CardAdder) =>
    change(
      () => adder.add(askForSecret),
      (owing) => {
        tellAdded(owing);
        onDone();
      },
    );

  return { busy, error, add };
}
