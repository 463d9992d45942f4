import { InvoiceList } from '../features/billing/invoices/invoice-list.tsx';
import { BillingSummary } from '../features/billing/summary/billing-summary.tsx';
import { BillingBanner } from '../features/billing/summary/billing-summary-banner.tsx';
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
