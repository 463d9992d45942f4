import { type ScheduledChange, undoPlanChange } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { usePlanWords } from '../../../shared/plans/use-plan-words.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';

/** The plan that is coming, and from when; the owner can keep the present one until then. */
export function ScheduledChangeNotice({ scheduled }: { readonly scheduled: ScheduledChange }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const project = useProjectName();
  const { isOwner } = useCurrentSubscription();
  const words = useScheduledWords(scheduled);
  const { busy, error, undo } = useUndoPlanChange();

  return (
    <>
      {error !== undefined && (
        <RefusalNotice error={error} title={t('billing.scheduled.failed')}>
          {toServerText(error, t, language)}
        </RefusalNotice>
      )}
      <Notice
        tone="info"
        title={t('billing.scheduled.title', { project, ...words })}
        actions={
          isOwner && (
            <Button size="small" busy={busy} onClick={() => void undo()}>
              {t('billing.scheduled.keep')}
            </Button>
          )
        }
      >
        {t('billing.scheduled.text')}
      </Notice>
    </>
  );
}

/** Name of the coming plan and the day on which it begins. */
export function useScheduledWords({ plan_id, frequency, at }: ScheduledChange) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const config = useConfig();
  const { planText } = usePlanWords();
  const plan = planById(config, plan_id);
  return {
    plan: plan ? planText(plan, frequency ?? undefined) : plan_id,
    date: formatDate(at, language, timeZone),
  };
}

/** Keeps the present plan. If that is refused, the change may have taken effect meanwhile, so the project is read again. */
function useUndoPlanChange() {
  const { t } = useTranslation();
  const api = useApi();
  const project = useProjectName();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const refresh = useRefreshBilling();
  const { busy, error, run } = useChange({ refresh });

  const undo = () =>
    run(async () => {
      await api.call(undoPlanChange, { subscriptionId });
      await refresh();
      notify.success(t('billing.scheduled.kept', { project }));
    });

  return { busy, error, undo };
}
