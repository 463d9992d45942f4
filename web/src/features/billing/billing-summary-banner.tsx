import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { BillingSummaryIncomplete } from './billing-summary-incomplete.tsx';
import { useGetBillingSummary } from './use-get-billing-summary.ts';

/** What is wrong with the money, and who can set it right. */
export function BillingBanner() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();

  switch (subscription.status) {
    case 'past_due':
      return (
        <PaymentTrouble title={t('billing.banner.pastDueTitle')}>
          {t('billing.banner.pastDue')}
        </PaymentTrouble>
      );
    case 'unpaid':
      return (
        <PaymentTrouble title={t('billing.banner.unpaidTitle')}>
          {t('billing.banner.unpaid')}
        </PaymentTrouble>
      );
    case 'incomplete':
      return <BillingSummaryIncomplete />;
    case 'active':
      return <MissingInfo />;
    case 'canceled':
      return null;
  }
}

interface PaymentTroubleProps {
  readonly title: string;
  readonly children: ReactNode;
}

function PaymentTrouble({ title, children }: PaymentTroubleProps) {
  const { t } = useTranslation();
  const { subscription, isOwner } = useCurrentSubscription();
  return (
    <Notice
      tone="warn"
      title={title}
      actions={
        isOwner && (
          <ButtonLink size="small" to={paths.paymentMethods(subscription.id)}>
            {t('billing.banner.checkCards')}
          </ButtonLink>
        )
      }
    >
      {children} {!isOwner && t('billing.banner.askOwner')}
    </Notice>
  );
}

/** The owner is new, and what the old one has entered is gone. */
function MissingInfo() {
  const { t } = useTranslation();
  const { subscription, isOwner, isAdminLevel } = useCurrentSubscription();
  const { data } = useGetBillingSummary();

  if (!data?.needs_billing_info || !(isOwner || isAdminLevel)) {
    return null;
  }
  if (!isOwner) {
    return (
      <Notice tone="warn" title={t('billing.banner.needsInfoTitle')}>
        {t('billing.banner.needsInfoOthers')} {t('billing.banner.askOwner')}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warn"
      title={t('billing.banner.needsInfoTitle')}
      actions={
        <>
          <ButtonLink size="small" to={paths.paymentMethods(subscription.id)}>
            {t('billing.banner.addCard')}
          </ButtonLink>
          <ButtonLink size="small" to={paths.updateBillingDetails(subscription.id)}>
            {t('billing.banner.addDetails')}
          </ButtonLink>
        </>
      }
    >
      {t('billing.banner.needsInfo')}
    </Notice>
  );
}
