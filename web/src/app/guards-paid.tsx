import { isolate } from '@hearth/contract';
import { Outlet } from 'react-router';
import { BillingBanner } from '../features/billing/summary/billing-summary-banner.tsx';
import { useCurrentSubscription } from '../shared/current-subscription/index.ts';
import { useProjectName } from '../shared/current-subscription/use-project-name.ts';
import { PageHeader } from '../shared/ui/page-header.tsx';

/** Shows, while nothing is paid, the reason and the next step instead of the page. */
export function PaidOnly() {
  const { subscription } = useCurrentSubscription();
  return subscription.status === 'unpaid' ? <OnHold /> : <Outlet />;
}

function OnHold() {
  return (
    <>
      <PageHeader title={isolate(useProjectName())} />
      <BillingBanner place="overview" />
    </>
  );
}
