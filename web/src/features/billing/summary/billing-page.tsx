import type { Subscription } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { Later } from '../../../shared/later.tsx';
import { paths } from '../../../shared/paths.ts';
import { useJustPaid } from '../../../shared/plans/use-just-paid.ts';
import { Button, type ButtonLook } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { InvoiceList } from '../invoices/invoice-list.tsx';
import { NotSetUpNotice } from '../shared/not-set-up-notice.tsx';
import { BillingSummary } from './billing-summary.tsx';
import { BillingBanner } from './billing-summary-banner.tsx';
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
        actions={<MainActions />}
      />
      <Later>
        <NotSetUpNotice />
        {paid && <PaidMoment paid={paid} />}
        <div id={isOver ? hintId : undefined} className="contents">
          <BillingBanner place="billing" />
        </div>
        <OffHint />
        <Card className="divide-y divide-line">
          <BillingSummary />
          {!isOver && plan?.free !== true && <WideSpending />}
        </Card>
        <Later>
          <InvoiceList />
          <OwnersCorner />
          <SandboxHint />
        </Later>
      </Later>
    </>
  );
}

/** The actions that owners want most, at the top of the page. */
function MainActions() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { id, status, cancel_at } = subscription;
  // If a payment is missing, paying it is the next step; if the project ends, keeping it is.
  const variant = status === 'active' && cancel_at === undefined ? 'primary' : 'secondary';
  return (
    <>
      <OwnerAction to={paths.paymentMethods(id)} paymentsOnly>
        {t('billing.actions.paymentMethods')}
      </OwnerAction>
      <OwnerAction variant={variant} to={paths.changePlan(id)} paidOnly>
        {t('billing.actions.changePlan')}
      </OwnerAction>
    </>
  );
}

/** The actions that owners seldom want, the dangerous ones last. */
function OwnersCorner() {
  const { t } = useTranslation();
  const { billing } = useConfig();
  const { id, status, cancel_at } = useCurrentSubscription().subscription;
  // An end that was asked for can still come sooner, unless all wait for the end of the period.
  const canEnd = cancel_at === undefined || billing.cancel !== 'period-end';
  return (
    <section
      aria-labelledby="owners-corner"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 shadow-lift"
    >
      <div className="grid min-w-0 flex-[1_1_260px] gap-0.5">
        <h2 id="owners-corner" className="text-card font-card">
          {t('billing.corner')}
        </h2>
        <p className="text-small text-ink-2">
          {t(status === 'canceled' ? 'billing.cornerOver' : 'billing.cornerText')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <OwnerAction size="small" to={paths.updateBillingDetails(id)} paymentsOnly>
          {t('billing.actions.details')}
        </OwnerAction>
        <OwnerAction size="small" to={paths.transferOwnership(id)} paidOnly>
          {t('billing.actions.transfer')}
        </OwnerAction>
        {canEnd && (
          <OwnerAction size="small" variant="danger" to={paths.cancelSubscription(id)}>
            {t('billing.actions.cancel')}
          </OwnerAction>
        )}
      </div>
    </section>
  );
}

const hintId = 'billing-hint';
const setupReturn = 'setup_intent_client_secret=';

/** Why the actions of the page are off; of a canceled project the banner says it. */
function OffHint() {
  const { t } = useTranslation();
  const { isOwner, subscription } = useCurrentSubscription();
  const isUnpaid = lacksPayment(subscription);
  if (subscription.status === 'canceled' || (isOwner && !isUnpaid)) {
    return null;
  }
  return (
    <div id={hintId} className="grid gap-1 text-small text-ink-2">
      {isUnpaid && <p>{t('billing.unpaidHint')}</p>}
      {!isOwner && <p>{t('billing.ownerOnly')}</p>}
    </div>
  );
}

/** True while the project can only be paid or ended. */
function lacksPayment({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'unpaid' || status === 'incomplete';
}

interface OwnerActionProps extends ButtonLook {
  readonly to: string;
  /** Makes sense only if payments are set up. */
  readonly paymentsOnly?: boolean;
  /** Has to wait for a payment that is missing. */
  readonly paidOnly?: boolean;
  readonly children: ReactNode;
}

/** Link for the owner of a subscription that has not ended; for others a disabled button that says why. */
function OwnerAction({ to, paymentsOnly, paidOnly, children, ...look }: OwnerActionProps) {
  const { isOwner, subscription } = useCurrentSubscription();
  const { payments } = useConfig();

  const isOver = subscription.status === 'canceled';
  if (!isOwner || isOver || (paidOnly && lacksPayment(subscription))) {
    return (
      <Button {...look} off aria-describedby={hintId}>
        {children}
      </Button>
    );
  }
  if (paymentsOnly && payments.provider === 'none') {
    return null;
  }
  return (
    <ButtonLink {...look} to={to}>
      {children}
    </ButtonLink>
  );
}

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
