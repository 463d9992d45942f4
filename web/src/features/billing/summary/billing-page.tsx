import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { InvoiceList } from '../invoices/invoice-list.tsx';
import { NotSetUpNotice } from '../payment/not-set-up-notice.tsx';
import { useProjectName } from '../payment/use-project-name.ts';
import { MainActions, OffHint, OwnersCorner } from './billing-page-actions.tsx';
import { BillingSummary } from './billing-summary.tsx';
import { BillingBanner } from './billing-summary-banner.tsx';
import { SandboxHint } from './sandbox-hint.tsx';

export function BillingPage() {
  const { t } = useTranslation();
  const project = useProjectName();

  return (
    <>
      <PageHeader
        title={t('billing.title')}
        sub={t('billing.sub', { project })}
        actions={<MainActions />}
      />
      <NotSetUpNotice />
      <OffHint />
      <BillingBanner />
      <BillingSummary />
      <InvoiceList />
      <OwnersCorner />
      <SandboxHint />
    </>
  );
}
