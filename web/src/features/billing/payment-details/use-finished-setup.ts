import { getPaymentMethods, type PaymentMethod, setDefaultPaymentMethod } from '@hearth/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import { useCardName } from '../shared/card-text.tsx';
import { isOwing } from '../shared/is-owing.ts';
import { loadStripeFor } from '../shared/stripe.ts';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';
import { useTellCardAdded, useTellDefaultSet } from './use-payment-methods.ts';

const secretName = 'setup_intent_client_secret';
const replaceName = 'replace';
const ownNames = ['setup_intent', secretName, 'redirect_status', replaceName];

/** Path to which the bank sends the holder of a card back that replaces the default one. */
export const replacedCard = (subscriptionId: string) =>
  `${paths.paymentMethods(subscriptionId)}?${replaceName}=default`;

/** Some banks redirect the person to confirm a card and send them back here. True if that card was not kept. */
export function useFinishedSetup(): boolean {
  const [search, setSearch] = useSearchParams();
  const refresh = useRefreshBilling();
  const tellAdded = useTellCardAdded();
  const makeDefault = useMakeDefault();
  const [hasFailed, setHasFailed] = useState(false);
  const secret = search.get(secretName);
  const settled = useRef<string>(undefined);

  async function finish(confirmed: string, isReplacing: boolean) {
    const owing = isOwing(await refresh());
    // A new default card pays a debt, which was not shown where the card was typed.
    if (owing || !isReplacing || !(await makeDefault(confirmed))) {
      tellAdded(owing);
    }
  }

  const settle = useEffectEvent((confirmed: string) => {
    const rest = new URLSearchParams(search);
    const isKept = rest.get('redirect_status') === 'succeeded';
    for (const name of ownNames) {
      rest.delete(name);
    }
    setSearch(rest, { replace: true });
    setHasFailed(!isKept);
    if (isKept) {
      void finish(confirmed, search.has(replaceName));
    }
  });

  useEffect(() => {
    // The default card is set once, also if React runs effects twice.
    if (secret !== null && settled.current !== secret) {
      settled.current = secret;
      settle(secret);
    }
  }, [secret]);

  return hasFailed;
}

/** Charges the card that was confirmed from now on, and says so; false if it is not known which card that is. */
function useMakeDefault(): (secret: string) => Promise<boolean> {
  const { t } = useTranslation();
  const api = useApi();
  const refresh = useRefreshBilling();
  const language = useLanguage();
  const { payments } = useConfig();
  const cardName = useCardName();
  const tellDefaultSet = useTellDefaultSet();
  const { id: subscriptionId } = useCurrentSubscription().subscription;

  /** The address may come from anybody, so the card counts only among the subscription's own. */
  async function find(secret: string): Promise<PaymentMethod | undefined> {
    const stripe = await loadStripeFor(payments, language);
    const { setupIntent } = await stripe.retrieveSetupIntent(secret);
    const confirmed = setupIntent?.payment_method;
    const { paymentMethods } = await api.call(getPaymentMethods, { subscriptionId });
    return paymentMethods.find(({ id }) => id === confirmed);
  }

  return async (secret) => {
    const method = await find(secret).catch(() => undefined);
    if (!method) {
      return false;
    }
    try {
      await api.call(setDefaultPaymentMethod, { subscriptionId, paymentMethodId: method.id });
      tellDefaultSet(method, isOwing(await refresh()));
    } catch {
      notify.warning(t('payment.methods.kept', { card: cardName(method.card) }));
    }
    return true;
  };
}
