import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../../shared/config/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { toPaymentText } from '../payment/payment-problem.ts';
import { useFinishPurchase } from './use-finish-purchase.ts';
import type { UnfinishedPurchase } from './use-unfinished-purchases.ts';

interface UnfinishedPurchasesProps {
  readonly purchases: readonly UnfinishedPurchase[];
  /** Another one is wanted besides. */
  readonly onAnother: () => void;
}

/** Stands before the plans, so that nobody who reloads the bank's question buys a second time. */
export function UnfinishedPurchases({ purchases, onAnother }: UnfinishedPurchasesProps) {
  const { t } = useTranslation();
  const [givenUp, setGivenUp] = useState<readonly string[]>([]);
  const left = purchases.filter(({ subscription }) => !givenUp.includes(subscription.id));

  function handleGivenUp(id: string) {
    if (left.length === 1) {
      onAnother();
    } else {
      setGivenUp([...givenUp, id]);
    }
  }

  return (
    <>
      <PageHeader
        title={t('payment.unfinished.title')}
        sub={t('payment.unfinished.sub')}
        actions={<ButtonLink to={paths.dashboard}>{t('subscription.create.back')}</ButtonLink>}
      />
      {left.map((purchase) => (
        <Unfinished
          key={purchase.subscription.id}
          purchase={purchase}
          onGivenUp={() => handleGivenUp(purchase.subscription.id)}
        />
      ))}
      <div>
        <Button onClick={onAnother}>{t('payment.unfinished.another')}</Button>
      </div>
    </>
  );
}

interface UnfinishedProps {
  readonly purchase: UnfinishedPurchase;
  readonly onGivenUp: () => void;
}

function Unfinished({ purchase, onGivenUp }: UnfinishedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const configuredText = useConfiguredText();
  const { subscription } = purchase;
  const plan = configuredText(purchase.plan.titleKey);
  const { busy, error, resume, abandon, dialog } = useFinishPurchase(subscription, onGivenUp);
  const [isGivingUp, setIsGivingUp] = useState(false);
  const problem = error === undefined ? undefined : toPaymentText(error, t, language);

  return (
    <>
      {problem !== undefined && !isGivingUp && (
        <Notice tone="bad" title={t('billing.resume.failed')}>
          {problem}
        </Notice>
      )}
      <Notice
        tone="warn"
        title={t('payment.unfinished.of', {
          plan,
          date: formatDate(subscription.create_time, language),
        })}
        actions={
          <>
            <Button size="small" off={busy} onClick={() => setIsGivingUp(true)}>
              {t('billing.abandon.submit')}
            </Button>
            <Button
              size="small"
              variant="primary"
              busy={busy && !isGivingUp}
              onClick={() => void resume()}
            >
              {t('billing.resume.submit')}
            </Button>
          </>
        }
      >
        {t('payment.unfinished.text')}
      </Notice>
      {dialog}
      {isGivingUp && (
        <ConfirmDialog
          title={t('payment.unfinished.giveUp', { plan })}
          confirm={t('billing.abandon.confirm')}
          busy={busy}
          problemTitle={t('billing.abandon.failed')}
          problem={problem}
          onConfirm={() => void abandon()}
          onCancel={() => setIsGivingUp(false)}
        >
          {t('billing.abandon.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
