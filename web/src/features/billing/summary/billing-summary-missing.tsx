import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import {
  type BillingSummaryAnswer,
  useGetBillingSummary,
} from '../payment/use-get-billing-summary.ts';

/** The owner is new, and what the old one has entered is gone; or the card was removed at the provider. */
export function BillingSummaryMissing() {
  const { t } = useTranslation();
  const { subscription, isOwner, isAdminLevel } = useCurrentSubscription();
  const { data } = useGetBillingSummary();
  const words = useMissingWords(data);

  if (!data?.needs_billing_info || !(isOwner || isAdminLevel)) {
    return null;
  }
  if (!isOwner) {
    return (
      <Notice tone="warn" title={words.title}>
        {t('billing.banner.askOwner', { text: t('billing.banner.needsInfoOthers') })}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warn"
      title={words.title}
      actions={
        <>
          {words.card && (
            <ButtonLink size="small" to={paths.paymentMethods(subscription.id)}>
              {t('billing.banner.addCard')}
            </ButtonLink>
          )}
          {words.details && (
            <ButtonLink size="small" to={paths.updateBillingDetails(subscription.id)}>
              {t('billing.banner.addDetails')}
            </ButtonLink>
          )}
        </>
      }
    >
      {words.text}
    </Notice>
  );
}

function useMissingWords(data: BillingSummaryAnswer | undefined) {
  const { t } = useTranslation();
  if (data?.needs_card && !data.needs_details) {
    const [title, text] = [t('billing.banner.needsCardTitle'), t('billing.banner.needsCard')];
    return { title, text, card: true, details: false };
  }
  if (data?.needs_details && !data.needs_card) {
    const [title, text] = [t('billing.banner.needsDetailsTitle'), t('billing.banner.needsDetails')];
    return { title, text, card: false, details: true };
  }
  const [title, text] = [t('billing.banner.needsInfoTitle'), t('billing.banner.needsInfo')];
  return { title, text, card: true, details: true };
}
