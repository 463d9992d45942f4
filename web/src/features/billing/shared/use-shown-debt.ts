import type { Money } from '@hearth/contract';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { isOwing } from './is-owing.ts';
import { useGetBillingSummary } from './use-get-billing-summary.ts';

/** The shown debt, as the requests that charge it name it, so that no other sum is charged. */
export function useShownDebt(): { readonly dueNow?: Money } {
  const { subscription } = useCurrentSubscription();
  const { owed } = useGetBillingSummary().data ?? {};
  return owed && isOwing(subscription)
    ? { dueNow: { amount: owed.amount, currency: owed.currency } }
    : {};
}
