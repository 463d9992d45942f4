import { abandonSubscription } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { toFailureTitle } from '../../../shared/failure-title.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { useAfterPage } from '../../../shared/use-after-page.ts';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { usePaymentAttempt } from '../owed/use-payment-attempt.ts';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useRequestKeys } from '../shared/use-request-keys.ts';

/** The first payment waits for its owner, who finishes it or gives up. */
export function IncompletePayment() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isOwner } = useCurrentSubscription();
  const { busy, error, resume } = usePaymentAttempt();
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
      problemTitle={toFailureTitle(error, t('billing.abandon.failed'), t)}
      problem={error === undefined ? undefined : toPaymentText(error, t, language)}
      onConfirm={() => void abandon()}
      onCancel={onCancel}
    >
      {t('billing.abandon.text')}
    </ConfirmDialog>
  );
}

/** Drops the unfinished first payment, and then goes to the dashboard. */
function useAbandonSubscription() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const afterPage = useAfterPage();
  const project = useProjectName();
  const { keyOf } = useRequestKeys();
  const { subscription, replace } = useCurrentSubscription();
  const { busy, error, run } = useChange();

  const abandon = () =>
    run(async () => {
      const input = { subscriptionId: subscription.id };
      await api.call(abandonSubscription, input, { idempotencyKey: keyOf(input) });
      notify.success(t('billing.abandon.done', { project }));
      afterPage(() => replace({ ...subscription, status: 'canceled' }));
      void navigate(paths.dashboard);
      return 'leaving';
    });

  return { busy, error, abandon };
}
