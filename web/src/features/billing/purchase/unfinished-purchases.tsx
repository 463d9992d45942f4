import type { PublicConfig, PublicPlan, Subscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../shared/api/use-change.ts';
import { planById, useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { subscriptionsKey, useSubscriptions } from '../../../shared/current-subscription/index.ts';
import { toFailureTitle } from '../../../shared/failure-title.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useGoToSettings, useWaitingPayment } from './use-waiting-payment.ts';

interface UnfinishedPurchasesProps {
  readonly purchases: readonly UnfinishedPurchase[];
  /** Another one is wanted besides. */
  readonly onAnother: () => void;
}

/** Shown above the plans, so that nobody who reloads while the bank asks buys a second time. */
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
  const { busy, error, resume, abandon } = useFinishPurchase(purchase, onGivenUp);
  const [isGivingUp, setIsGivingUp] = useState(false);
  const problem = error === undefined ? undefined : toPaymentText(error, t, language);

  return (
    <>
      {problem !== undefined && !isGivingUp && (
        <RefusalNotice error={error} title={t('billing.resume.failed')}>
          {problem}
        </RefusalNotice>
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
      {isGivingUp && (
        <ConfirmDialog
          title={t('payment.unfinished.giveUp', { plan })}
          confirm={t('billing.abandon.confirm')}
          busy={busy}
          problemTitle={toFailureTitle(error, t('billing.abandon.failed'), t)}
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

/** Goes on with a first payment that was left, or drops it. */
function useFinishPurchase(purchase: UnfinishedPurchase, onGivenUp: () => void) {
  const { id } = purchase.subscription;
  // At its price of that day, which is not known here.
  const paid = { planId: purchase.plan.id };
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { confirmAgain, giveUp } = useWaitingPayment();
  const goToSettings = useGoToSettings();
  const { busy, error, run } = useChange();

  const resume = () =>
    run(async () => {
      await confirmAgain(id);
      await goToSettings(id, paid);
      return 'leaving';
    });

  const abandon = () =>
    run(async () => {
      if (!(await giveUp(id))) {
        // It has come through meanwhile.
        await goToSettings(id, paid);
        return 'leaving';
      }
      void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
      onGivenUp();
    });

  return { busy, error, resume, abandon };
}

interface UnfinishedPurchase {
  readonly subscription: Subscription;
  readonly plan: PublicPlan;
}

export interface SeenPurchases {
  readonly unfinished: readonly UnfinishedPurchase[];
  /** The person's newest running project. */
  readonly running: Subscription | undefined;
}

/**
 * The person's own purchases when the page was opened: first payments that wait for their bank, and the newest running
 * project. Undefined until they are loaded.
 */
export function useSeenPurchases(): SeenPurchases | undefined {
  const config = useConfig();
  const { uid } = useAccount();
  const [seen, setSeen] = useState<SeenPurchases>();
  const { subscriptions, isAll, isError, isFetching } = useSubscriptions();

  if (!seen && subscriptions && isAll && !isFetching) {
    setSeen({
      unfinished: toUnfinished(subscriptions, { config, uid }),
      running: ownRunning(subscriptions, uid)[0],
    });
  }
  // If the list cannot be loaded, plans can still be chosen.
  return seen ?? (isError ? { unfinished: [], running: undefined } : undefined);
}

/** A project of the person that began elsewhere, such as in another tab, since this form was opened. */
export function useStartedElsewhere(): Subscription | undefined {
  const { uid } = useAccount();
  const { subscriptions = [] } = useSubscriptions();
  const running = ownRunning(subscriptions, uid);
  const [known] = useState(() => running.map(({ id }) => id));
  return running.find(({ id }) => !known.includes(id));
}

function ownRunning(subscriptions: readonly Subscription[], uid: string): readonly Subscription[] {
  return subscriptions.filter(
    ({ owner_id, status }) => owner_id === uid && status !== 'incomplete' && status !== 'canceled',
  );
}

interface Reader {
  readonly config: PublicConfig;
  readonly uid: string;
}

function toUnfinished(
  subscriptions: readonly Subscription[],
  { config, uid }: Reader,
): readonly UnfinishedPurchase[] {
  return subscriptions
    .filter(({ owner_id, status }) => owner_id === uid && status === 'incomplete')
    .flatMap((subscription) => {
      const plan = planById(config, subscription.plan_id);
      return plan ? [{ subscription, plan }] : [];
    });
}
