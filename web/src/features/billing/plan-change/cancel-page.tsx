import { cancelSubscription, previewCancellation } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useConfig } from '../../../shared/config/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { useResumeSubscription } from '../../../shared/plans/use-resume-subscription.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CopyableId } from '../../../shared/ui/copy-button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { EndedNotice } from '../shared/ended-notice.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useEndOnTheWay } from '../shared/use-end-on-the-way.ts';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';
import { useRequestKeys } from '../shared/use-request-keys.ts';
import { Effects, type EndTime, EndTimeChoice, useEndTimes } from './end-times.tsx';

export function CancelPage() {
  const { t } = useTranslation();
  const project = useProjectName();
  const { id } = useCurrentSubscription().subscription;
  const date = useEndOnTheWay();
  return (
    <>
      <PageHeader
        title={t(date ? 'billing.cancel.titleSooner' : 'billing.cancel.title')}
        sub={t('billing.cancel.sub', { project })}
        actions={<ButtonLink to={paths.subscriptionBilling(id)}>{t('billing.back')}</ButtonLink>}
      />
      {date && (
        <Notice tone="info" title={t('billing.cancel.endsAnyway', { project })}>
          {t('billing.cancel.endsAnywayText', { date })}
        </Notice>
      )}
      <CancelForm />
    </>
  );
}

function CancelForm() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { subscription } = useCurrentSubscription();
  const { busy, error, cancel } = useCancelSubscription();
  const { field, values, submitTo } = useForm({ typedId: '' });
  const times = useEndTimes();
  const [chosen, setChosen] = useState(times[0]);
  const time = times.includes(chosen) ? chosen : times[0];
  const isOver = subscription.status === 'canceled';
  const credit = useLostCredit();
  const isOff =
    isOver || credit.isPending || (time === 'now' && values.typedId !== subscription.id);

  return (
    <>
      {isOver && !busy && <EndedNotice />}
      <Card className="max-w-[560px] p-5">
        <form
          noValidate
          onSubmit={submitTo(({ typedId }) => cancel(time, typedId))}
          className="grid gap-5"
        >
          {error !== undefined && (
            <RefusalNotice error={error} title={t('subscription.cancelError')}>
              {toPaymentText(error, t, language)}
            </RefusalNotice>
          )}
          {times.length > 1 && (
            <EndTimeChoice times={times} chosen={time} busy={busy} onChoose={setChosen} />
          )}
          <Effects time={time} isOnlyTime={times.length === 1} credit={credit.words} />
          {time === 'now' && (
            <TextField
              {...field('typedId')}
              label={t('billing.cancel.idLabel')}
              hint={<IdHint id={subscription.id} />}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              disabled={isOver}
            />
          )}
          <div className="flex flex-wrap gap-2">
            {!isOver && <KeepButton />}
            <Button type="submit" variant="danger" busy={busy} off={isOff && !busy}>
              {t('billing.cancel.submit')}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}

/** The way back; a project that was going to end is kept first. */
function KeepButton() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  return subscription.cancel_at === undefined ? (
    <ButtonLink to={paths.subscriptionBilling(subscription.id)}>
      {t('billing.cancel.keep')}
    </ButtonLink>
  ) : (
    <ResumeButton />
  );
}

function ResumeButton() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { id } = useCurrentSubscription().subscription;
  const project = useProjectName();
  const onKept = () => void navigate(paths.subscriptionBilling(id), { replace: true });
  const { busy, error, resume } = useResumeSubscription({ id, project, onKept });
  return (
    <>
      {error !== undefined && (
        <RefusalNotice error={error} title={t('subscription.ending.failed')}>
          {toPaymentText(error, t, language)}
        </RefusalNotice>
      )}
      <Button busy={busy} onClick={() => void resume()}>
        {t('billing.cancel.keep')}
      </Button>
    </>
  );
}

function IdHint({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t('billing.cancel.idHint')}
      <CopyableId id={id} label={t('subscription.overview.copyId')} />
    </>
  );
}

/** Cancels the subscription, shows a canceled one immediately, and goes back to billing. */
function useCancelSubscription() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefreshBilling();
  const project = useProjectName();
  const { keyOf } = useRequestKeys();
  const { subscription, replace } = useCurrentSubscription();
  const { busy, error, run } = useChange();
  const { id: subscriptionId } = subscription;

  const cancel = (time: EndTime, confirmationId: string) =>
    run(async () => {
      const input =
        time === 'now'
          ? { subscriptionId, confirmationId }
          : { subscriptionId, when: 'period-end' as const };
      await api.call(cancelSubscription, input, { idempotencyKey: keyOf(input) });
      if (time === 'now') {
        replace({ ...subscription, status: 'canceled' });
        notify.success(t('billing.cancel.done', { project }));
      } else {
        notify.success(t('ending.doneLater', { project }));
      }
      void refresh();
      void navigate(paths.subscriptionBilling(subscriptionId), { replace: true });
      return 'leaving';
    });

  return { busy, error, cancel };
}

/** Says which credit is lost when the project ends, and how to have it instead; nobody confirms before that is known. */
function useLostCredit(): {
  readonly words: readonly string[];
  readonly isPending: boolean;
} {
  const { t } = useTranslation();
  const api = useApi();
  const { uid } = useAccount();
  const support = useConfig().brand?.support;
  const { id: subscriptionId, status } = useCurrentSubscription().subscription;
  const { data, isPending, isFetching } = useQuery({
    queryKey: [...billingKey(uid, subscriptionId), 'cancellation'],
    queryFn: ({ signal }) => api.call(previewCancellation, { subscriptionId }, { signal }),
    enabled: status !== 'canceled',
  });
  const credit = data?.credit;
  const sum = credit && formatMoney(credit.amount, credit.currency);
  const words = sum
    ? [support ? t('ending.creditSupport', { sum, support }) : t('ending.credit', { sum })]
    : [];
  return { words, isPending: isPending && isFetching };
}
