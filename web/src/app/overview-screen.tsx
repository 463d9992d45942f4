import { InvoiceList } from '../features/billing/invoices/invoice-list.tsx';
import { BillingBanner } from '../features/billing/summary/billing-summary-banner.tsx';
import { NextInvoiceCard } from '../features/billing/summary/next-invoice-card.tsx';
import { SpendingCard } from '../features/billing/summary/spending-card.tsx';
import { ProjectSteps } from '../features/dashboard/project-steps.tsx';
import { OverviewPage } from '../features/subscription/overview-page.tsx';
import { useCurrentSubscription } from '../shared/current-subscription/index.ts';
import { OwnCard } from './own-card.tsx';

/** The overview with what the money has to say on it, as far as the person may see it. */
export function OverviewScreen() {
  const { plan, seesBilling } = useCurrentSubscription();
  const isFree = plan?.free === true;
  return (
    <OverviewPage
      last={<OwnCard />}
      first={
        <>
          <BillingBanner place="overview" />
          <ProjectSteps />
        </>
      }
      figures={
        <>
          {seesBilling !== 'none' && <NextInvoiceCard />}
          {seesBilling === 'all' && !isFree && <SpendingCard />}
        </>
      }
    >
      {seesBilling === 'all' && <InvoiceList brief />}
    </OverviewPage>
  );
}
