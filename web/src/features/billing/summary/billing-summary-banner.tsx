import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { BillingSummaryDue, usePaymentDue } from './billing-summary-due.tsx';
import { BillingSummaryEnding } from './billing-summary-ending.tsx';
import { BillingSummaryIncomplete } from './billing-summary-incomplete.tsx';
import { BillingSummaryMissing } from './billing-summary-missing.tsx';

/** What is wrong with the money, who can set it right, and when it all ends. */
export function BillingBanner() {
  const { subscription } = useCurrentSubscription();
  const isDue = usePaymentDue();

  if (isDue) {
    return (
      <>
        <BillingSummaryDue />
        <BillingSummaryMissing />
        <BillingSummaryEnding />
      </>
    );
  }
  switch (subscription.status) {
    case 'incomplete':
      return <BillingSummaryIncomplete />;
    case 'active':
      return (
        <>
          <BillingSummaryMissing />
          <BillingSummaryEnding />
        </>
      );
    default:
      return null;
  }
}
