import type { Subscription } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, type ButtonLook } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { InvoiceList } from '../invoices/invoice-list.tsx';
import { isOwing } from '../shared/is-owing.ts';
import { NotSetUpNotice } from '../shared/not-set-up-notice.tsx';
import { BillingSummary } from './billing-summary.tsx';
import { BillingBanner } from './billing-summary-banner.tsx';

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

/** The actions that owners want most, at the top of the page. */
function MainActions() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { id, status } = subscription;
  // Where a payment is missing, paying it is the next step.
  const variant = status === 'incomplete' || isOwing(subscription) ? 'secondary' : 'primary';
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
  const { id } = useCurrentSubscription().subscription;
  return (
    <SectionCard id="owners-corner" title={t('billing.corner')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-[1_1_260px] text-ink-2">{t('billing.cornerText')}</p>
        <div className="flex flex-wrap gap-2">
          <OwnerAction to={paths.updateBillingDetails(id)} paymentsOnly>
            {t('billing.actions.details')}
          </OwnerAction>
          <OwnerAction to={paths.transferOwnership(id)} paidOnly>
            {t('billing.actions.transfer')}
          </OwnerAction>
          <OwnerAction variant="danger" to={paths.cancelSubscription(id)}>
            {t('billing.actions.cancel')}
          </OwnerAction>
        </div>
      </div>
    </SectionCard>
  );
}

const hintId = 'billing-hint';

/** Why the actions of the page are off. */
function OffHint() {
  const { t } = useTranslation();
  const { isOwner, subscription } = useCurrentSubscription();
  const isCanceled = subscription.status === 'canceled';
  const isUnpaid = lacksPayment(subscription);
  if (isOwner && !isCanceled && !isUnpaid) {
    return null;
  }
  return (
    <div id={hintId} className="grid gap-4">
      {isCanceled && <Notice tone="info">{t('billing.canceledHint')}</Notice>}
      {isUnpaid && <Notice tone="info">{t('billing.unpaidHint')}</Notice>}
      {!isOwner && <Notice tone="info">{t('billing.ownerOnly')}</Notice>}
    </div>
  );
}

/** Nothing but paying or ending it is possible then. */
function lacksPayment({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'unpaid' || status === 'incomplete';
}

interface OwnerActionProps extends ButtonLook {
  readonly to: string;
  /** Makes sense only where payments are set up. */
  readonly paymentsOnly?: boolean;
  /** Has to wait for a payment that is missing. */
  readonly paidOnly?: boolean;
  readonly children: ReactNode;
}

/** A way that only the owner of a living subscription may go; for others a button that is off and says why. */
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

/** Where the sandbox takes the money of local mode, time can be moved too. */
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
