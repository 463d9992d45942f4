import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { isOwing } from '../shared/is-owing.ts';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import { useResumePayment } from './use-resume-payment.ts';

/** Whether a later payment than the first one is owed, or waits for its owner at the bank. */
export function usePaymentDue(): boolean {
  const { subscription } = useCurrentSubscription();
  const { data } = useGetBillingSummary();
  const isWaiting = subscription.status === 'active' && data?.needs_confirmation;
  return isOwing(subscription) || isWaiting === true;
}

interface BillingSummaryDueProps {
  /** On the page of the cards, where nothing leads to them. */
  readonly besideCards?: boolean;
}

/**
 * Money that is owed or waits at the bank, with the way to pay it. One part for both, since the one becomes
 * the other while a payment is under way.
 */
export function BillingSummaryDue({ besideCards = false }: BillingSummaryDueProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { subscription, isOwner } = useCurrentSubscription();
  const { busy, error, resume, dialog } = useResumePayment();
  const { title, text, action } = useDueWords();
  const { data } = useGetBillingSummary();

  return (
    <>
      {error !== undefined && (
        <RefusalNotice error={error} title={t('billing.resume.failed')}>
          {toPaymentText(error, t, language)}
        </RefusalNotice>
      )}
      <Notice
        tone="warn"
        title={title}
        actions={
          isOwner && (
            <>
              {isOwing(subscription) && !besideCards && (
                <ButtonLink size="small" to={paths.paymentMethods(subscription.id)}>
                  {t('billing.banner.checkCards')}
                </ButtonLink>
              )}
              {data?.card !== null && (
                <Button size="small" variant="primary" busy={busy} onClick={() => void resume()}>
                  {action}
                </Button>
              )}
            </>
          )
        }
      >
        {isOwner ? text : t('billing.banner.askOwner', { text })}
      </Notice>
      {dialog}
    </>
  );
}

function useDueWords() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { data } = useGetBillingSummary();
  if (data?.needs_confirmation) {
    const [title, text] = [t('billing.banner.waitingTitle'), t('billing.banner.waiting')];
    return { title, text, action: t('billing.resume.confirm') };
  }
  const action = t('billing.resume.payNow');
  return subscription.status === 'unpaid'
    ? { title: t('billing.banner.unpaidTitle'), text: t('billing.banner.unpaid'), action }
    : { title: t('billing.banner.pastDueTitle'), text: t('billing.banner.pastDue'), action };
}
