import { abandonSubscription, resumePayment } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { subscriptionsKey } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import type { Paid, PaidState } from '../../../shared/plans/use-just-paid.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { useAwaitSubscription } from '../shared/use-await-payment.ts';
import { usePaymentConfirmation } from '../shared/use-payment-confirmation.ts';

/** The first payment of a new subscription that the bank wants confirmed. `waitingId` is the subscription. */
export function useWaitingPayment() {
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const awaitSubscription = useAwaitSubscription();
  const { confirm, confirmStarted } = usePaymentConfirmation();
  const [waitingId, setWaitingId] = useState<string>();

  /** Without a secret it has been paid meanwhile. */
  async function finish(subscriptionId: string, clientSecret: string | undefined) {
    setWaitingId(subscriptionId);
    // If the person leaves this page now, the dashboard and the page of plans find the payment unfinished.
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
    if (clientSecret !== undefined) {
      await confirm(clientSecret);
    }
    // Else its first page would still say that the payment is not finished.
    await awaitSubscription(subscriptionId, ({ status }) => status !== 'incomplete');
    setWaitingId(undefined);
  }

  async function confirmAgain(subscriptionId: string) {
    const { clientSecret } = await api.call(resumePayment, { subscriptionId });
    await finish(subscriptionId, clientSecret);
  }

  /** Called before another payment begins, so that nobody pays twice. False if this one has succeeded meanwhile. */
  async function giveUp(subscriptionId: string): Promise<boolean> {
    try {
      await api.call(abandonSubscription, { subscriptionId });
    } catch (error) {
      if (isRefused(error, 'billing/nothing-to-pay')) {
        return false;
      }
      throw error;
    }
    setWaitingId(undefined);
    return true;
  }

  return { waitingId, finish, confirmCard: confirmStarted, confirmAgain, giveUp };
}

/** Leads to the page that names a new subscription, with thanks for what was paid. */
export function useGoToSettings(): (subscriptionId: string, paid?: Paid) => Promise<void> {
  const { uid } = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();

  return async (subscriptionId, paid) => {
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
    const state: PaidState | null = paid ? { paid } : null;
    await navigate(paths.subscriptionSettings(subscriptionId), { state });
  };
}
