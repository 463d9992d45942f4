import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { toPaymentText } from '../payment/payment-problem.ts';
import { useProjectName } from '../payment/use-project-name.ts';
import { useAbandonSubscription } from './use-abandon-subscription.ts';
import { useResumePayment } from './use-resume-payment.ts';

/** The first payment waits for its owner, who finishes it or gives up. */
export function BillingSummaryIncomplete() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isOwner } = useCurrentSubscription();
  const { busy, error, resume, dialog } = useResumePayment();
  const [isGivingUp, setIsGivingUp] = useState(false);

  return (
    <>
      {error !== undefined && (
        <RefusalNotice error={error} title={t('billing.resume.failed')}>
          {toPaymentText(error, t, language)}
        </RefusalNotice>
      )}
      <Notice
        tone="warn"
        title={t('billing.banner.incompleteTitle')}
        actions={
          isOwner && (
            <>
              <Button size="small" off={busy} onClick={() => setIsGivingUp(true)}>
                {t('billing.abandon.submit')}
              </Button>
              <Button size="small" variant="primary" busy={busy} onClick={() => void resume()}>
                {t('billing.resume.submit')}
              </Button>
            </>
          )
        }
      >
        {t('billing.banner.incomplete')}
      </Notice>
      {dialog}
      {isGivingUp && <GiveUpDialog onCancel={() => setIsGivingUp(false)} />}
    </>
  );
}

function GiveUpDialog({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const project = useProjectName();
  const { busy, error, abandon } = useAbandonSubscription();

  return (
    <ConfirmDialog
      title={t('billing.abandon.question', { project })}
      confirm={t('billing.abandon.confirm')}
      busy={busy}
      problemTitle={t('billing.abandon.failed')}
      problem={error === undefined ? undefined : toPaymentText(error, t, language)}
      onConfirm={() => void abandon()}
      onCancel={onCancel}
    >
      {t('billing.abandon.text')}
    </ConfirmDialog>
  );
}
