import {
  createSetupIntent,
  deletePaymentMethod,
  type PaymentMethod,
  setDefaultPaymentMethod,
} from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import type { CardAdder } from '../card-fields/card-and-address.ts';
import { useKeepCard } from '../card-fields/use-keep-card.ts';
import { useCardName } from '../shared/card-text.tsx';
import { isOwing } from '../shared/is-owing.ts';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';
import { useShownDebt } from '../shared/use-shown-debt.ts';

/** One change of the cards at a time. A debt may be paid by it; `onDone` gets whether it is still owed. */
function usePaymentMethodsChange() {
  const refresh = useRefreshBilling();
  const { busy, error, run } = useChange({ refresh });

  const change = (task: () => Promise<unknown>, onDone: (owing: boolean) => void) =>
    run(async () => {
      await task();
      onDone(isOwing(await refresh()));
    });

  return { busy, error, change };
}

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

/** Removes a card permanently. */
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

/** Keeps another card and charges it from then on. A card that was kept is not asked for again if the rest fails. */
export function useReplaceCard(onDone: () => void) {
  const api = useApi();
  const keepCard = useKeepCard();
  const tellDefaultSet = useTellDefaultSet();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { busy, error, change } = usePaymentMethodsChange();
  const shown = useShownDebt();
  const [kept, setKept] = useState<PaymentMethod>();

  async function replace(adder: CardAdder | null): Promise<void> {
    let method = kept;
    await change(
      async () => {
        method ??= adder ? await keepCard(adder) : undefined;
        if (method) {
          const paymentMethodId = method.id;
          try {
            await api.call(setDefaultPaymentMethod, { subscriptionId, paymentMethodId, ...shown });
          } catch (error) {
            setKept(method);
            throw error;
          }
        }
      },
      (owing) => {
        if (method) {
          tellDefaultSet(method, owing);
          onDone();
        }
      },
    );
  }

  return { busy, error, kept, replace };
}

/** Chooses the card that is charged next. */
export function useSetDefaultPaymentMethod() {
  const api = useApi();
  const tellDefaultSet = useTellDefaultSet();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { busy, error, change } = usePaymentMethodsChange();
  const shown = useShownDebt();
  const [chosenId, setChosenId] = useState<string>();

  function setDefault(method: PaymentMethod) {
    if (busy) {
      return;
    }
    const { id: paymentMethodId } = method;
    setChosenId(paymentMethodId);
    void change(
      () => api.call(setDefaultPaymentMethod, { subscriptionId, paymentMethodId, ...shown }),
      (owing) => tellDefaultSet(method, owing),
    );
  }

  return { setDefault, busyId: busy ? chosenId : undefined, error };
}

/** Says which card is charged from now on and, if something is owed, that it could not pay that. */
export function useTellDefaultSet() {
  const { t } = useTranslation();
  const cardName = useCardName();

  return ({ card }: PaymentMethod, owing: boolean) => {
    const words = { card: cardName(card) };
    if (owing) {
      // The card stays the default one for the next attempt.
      notify.warning(t('payment.methods.defaultSetOwing', words));
    } else {
      notify.success(t('payment.methods.defaultSet', words));
    }
  };
}

/** Says that a card is kept and, if something is owed, that this has not paid it. */
export function useTellCardAdded() {
  const { t } = useTranslation();

  return (owing: boolean) => {
    if (owing) {
      notify.warning(t('payment.methods.addedOwing'));
    } else {
      notify.success(t('payment.methods.added'));
    }
  };
}
