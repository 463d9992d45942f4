import {
  createSubscription,
  isBlank,
  type ListedSubscription,
  longestName,
  updateSubscription,
} from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useConfig } from '../../shared/config/index.ts';
import { subscriptionKey, subscriptionsKey } from '../../shared/current-subscription/index.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { toText } from '../../shared/i18n/index.ts';
import { readerTimeZone } from '../../shared/i18n/reader-time-zone.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

interface NameProjectFormProps {
  /** Created on the free plan if there is none. */
  readonly project: ListedSubscription | undefined;
}

/** Names the project; without a free plan, leads to the plans if there is no project. */
export function NameProjectForm({ project }: NameProjectFormProps) {
  const { t } = useTranslation();
  const freePlanId = useConfig().plans.find(({ free, legacy }) => free && !legacy)?.id;
  const { busy, error, save } = useNameProject(project?.id, freePlanId);
  const form = useForm({ name: project?.settings.name ?? '' }, ({ name }) => ({
    name:
      (isBlank(name) && t('subscription.settings.nameMissing')) ||
      (name.length > longestName && t('subscription.settings.nameTooLong', { max: longestName })),
  }));

  if (!project && freePlanId === undefined) {
    return (
      <div>
        <ButtonLink size="small" variant="primary" to={paths.createPlan}>
          {t('dashboard.checklist.choosePlan')}
        </ButtonLink>
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={form.submitTo(({ name }) => save(name.trim()))}
      className="grid gap-3"
    >
      {error !== undefined && (
        <Notice tone="bad" title={t('dashboard.checklist.nameError')}>
          {toText(error, t)}
        </Notice>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 max-w-[300px] flex-[1_1_200px]">
          <TextField
            {...form.field('name')}
            label={t('subscription.settings.name')}
            placeholder={t('dashboard.checklist.nameExample')}
            autoComplete="off"
            required
          />
        </div>
        {/* In line with the input below its label. */}
        <div className="sm:pt-[26px]">
          <Button type="submit" variant="primary" busy={busy} className="h-[42px]">
            {project ? t('dashboard.checklist.nameSave') : t('dashboard.checklist.nameCreate')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** A project that was created and could not be named is in the list, and takes its name at the next try. */
function useNameProject(projectId: string | undefined, freePlanId: string | undefined) {
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: subscriptionsKey(uid) }),
      projectId && queries.invalidateQueries({ queryKey: subscriptionKey(uid, projectId) }),
    ]);
  const { busy, error, run } = useChange({ refresh: reload });

  async function create(planId: string): Promise<string> {
    return (await api.call(createSubscription, { planId, timeZone: readerTimeZone() }))
      .subscriptionId;
  }

  const save = (name: string) =>
    run(async () => {
      const subscriptionId = projectId ?? (await create(freePlanId ?? ''));
      await api.call(updateSubscription, { subscriptionId, settings: { name } });
      await reload();
    });

  return { busy, error, save };
}
