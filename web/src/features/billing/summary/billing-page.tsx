import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { StatusBadges } from '../../../shared/current-subscription/status-badge.tsx';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { Later } from '../../../shared/later.tsx';
import { paths } from '../../../shared/paths.ts';
import { useJustPaid } from '../../../shared/plans/use-just-paid.ts';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { InvoiceList } from '../invoices/invoice-list.tsx';
import { NotSetUpNotice } from '../shared/not-set-up-notice.tsx';
import { BillingSummary } from './billing-summary.tsx';
import { BillingBanner } from './billing-summary-banner.tsx';
import { DangerZone } from './danger-zone.tsx';
import { OffHint, pageHintId } from './owner-action.tsx';
import { PaidMoment } from './paid-moment.tsx';
import { WideSpending } from './wide-spending.tsx';

export function BillingPage() {
  const { t } = useTranslation();
  const project = useProjectName();
  const { subscription, plan } = useCurrentSubscription();
  const { search } = useLocation();
  const paid = useJustPaid();
  const isOver = subscription.status === 'canceled';

  // The bank of a card that was added here sends its holder back here.
  if (search.includes(setupReturn)) {
    return <Navigate to={`${paths.paymentMethods(subscription.id)}${search}`} replace />;
  }
  return (
    <>
      <PageHeader
        title={t('billing.title')}
        sub={isOver ? t('billing.readOnly') : t('billing.sub', { project })}
        beside={<StatusBadges subscription={subscription} />}
      />
      <Later>
        <NotSetUpNotice />
        {paid && <PaidMoment paid={paid} />}
        <div id={isOver ? pageHintId : undefined} className="contents">
          <BillingBanner place="billing" />
        </div>
        <OffHint />
        <BillingSummary />
        <Later>
          {!isOver && plan?.free !== true && <WideSpending />}
          <InvoiceList />
          <DangerZone hintId={pageHintId} />
          <SandboxHint />
        </Later>
      </Later>
    </>
  );
}

const setupReturn = 'setup_intent_client_secret=';

/** With the sandbox of local mode, time can be moved too. */
function SandboxHint() {
  const { t } = useTranslation();
  const { localMode, payments } = useConfig();
  return (
    localMode &&
    payments.provider === 'sandbox' && (
      <p className="text-small text-ink-2">
        {t('clock.hint')} <TextLink to={paths.clock}>{t('clock.hintLink')}</TextLink>
      </p>
    )
  );
}
