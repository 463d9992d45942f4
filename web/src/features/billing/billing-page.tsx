import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { MainActions, OffHint, OwnersCorner } from './billing-page-actions.tsx';
import { NotSetUpNotice } from './billing-page-not-set-up.tsx';
import { BillingSummary } from './billing-summary.tsx';
import { BillingBanner } from './billing-summary-banner.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { SandboxHint } from './sandbox-hint.tsx';
import { useProjectName } from './use-project-name.ts';

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
