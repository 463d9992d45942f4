import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { toPaymentText } from './payment-problem.ts';
import { useResumePayment } from './use-resume-payment.ts';

/** The bank wants a later payment confirmed: a renewal, or a plan change that was left half way. */
export function BillingSummaryWaiting() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isOwner } = useCurrentSubscription();
  const { busy, error, resume, dialog } = useResumePayment();
  const text = t('billing.banner.waiting');

  return (
    <>
      {error !== undefined && (
        <Notice tone="bad" title={t('billing.resume.failed')}>
          {toPaymentText(error, t, language)}
        </Notice>
      )}
      <Notice
        tone="warn"
        title={t('billing.banner.waitingTitle')}
        actions={
          isOwner && (
            <Button size="small" variant="primary" busy={busy} onClick={() => void resume()}>
              {t('billing.resume.confirm')}
            </Button>
          )
        }
      >
        {isOwner ? text : t('billing.banner.askOwner', { text })}
      </Notice>
      {dialog}
    </>
  );
}
