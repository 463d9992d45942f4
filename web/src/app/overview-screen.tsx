import { BillingSummary } from '../features/billing/billing-summary.tsx';
import { BillingBanner } from '../features/billing/billing-summary-banner.tsx';
import { InvoiceList } from '../features/billing/invoice-list.tsx';
import { OverviewPage } from '../features/subscription/overview-page.tsx';

/** The overview with what the money has to say on it. */
export function OverviewScreen() {
  return (
    <OverviewPage
      first={
        <>
          <BillingBanner />
          <BillingSummary />
        </>
      }
    >
      <InvoiceList />
    </OverviewPage>
  );
}
