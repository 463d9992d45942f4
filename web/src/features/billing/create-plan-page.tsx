import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { PlanCard } from './plan-card.tsx';
import { useCreateSubscription } from './use-create-subscription.ts';

export function CreatePlanPage() {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const plans = useConfig().plans.filter((plan) => !plan.legacy);
  const { create, busyPlanId, refusal } = useCreateSubscription();

  return (
    <>
      <PageHeader
        title={t('subscription.create.title')}
        sub={t('subscription.create.sub')}
        actions={<ButtonLink to={paths.dashboard}>{t('subscription.create.back')}</ButtonLink>}
      />
      {refusal && (
        <Notice
          tone="bad"
          title={t('subscription.create.refusedTitle', {
            plan: configuredText(refusal.plan.titleKey),
          })}
        >
          {toText(refusal.error, t)}
        </Notice>
      )}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-4">
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanCard
              plan={plan}
              busy={busyPlanId === plan.id}
              off={busyPlanId !== undefined && busyPlanId !== plan.id}
              onChoose={() => void create(plan)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
