import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { BillingSummaryDue, usePaymentDue } from './billing-summary-due.tsx';
import { BillingSummaryIncomplete } from './billing-summary-incomplete.tsx';
import { useGetBillingSummary } from './use-get-billing-summary.ts';

/** What is wrong with the money, and who can set it right. */
export function BillingBanner() {
  const { subscription } = useCurrentSubscription();
  const isDue = usePaymentDue();

  if (isDue) {
    return (
      <>
        <BillingSummaryDue />
        <MissingInfo />
      </>
    );
  }
  switch (subscription.status) {
    case 'incomplete':
      return <BillingSummaryIncomplete />;
    case 'active':
      return <MissingInfo />;
    default:
      return null;
  }
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
        {t('billing.banner.askOwner', { text: t('billing.banner.needsInfoOthers') })}
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
