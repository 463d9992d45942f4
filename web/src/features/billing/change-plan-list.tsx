import type { PublicPlan } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useConfig } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { NotSetUpNotice } from './billing-page-not-set-up.tsx';
import { PlanCard } from './plan-card.tsx';

/** All plans, the legacy ones too: whoever is on one sees where they are. */
export function ChangePlanList() {
  const { t } = useTranslation();
  const { plans } = useConfig();
  const { subscription } = useCurrentSubscription();

  return (
    <>
      <PageHeader
        title={t('billing.change.title')}
        sub={t('billing.change.sub')}
        actions={
          <ButtonLink to={paths.subscriptionBilling(subscription.id)}>
            {t('billing.back')}
          </ButtonLink>
        }
      />
      <NotSetUpNotice />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(210px,100%),1fr))] gap-4">
        {plans.map((plan) => (
          <li key={plan.id}>
            <ChoosablePlan plan={plan} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChoosablePlan({ plan }: { readonly plan: PublicPlan }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, plan_id } = useCurrentSubscription().subscription;
  const isCurrent = plan.id === plan_id;
  const offLabel = useOffLabel(plan, isCurrent);

  return (
    <PlanCard
      plan={plan}
      busy={false}
      off={offLabel !== undefined}
      label={offLabel}
      badge={plan.legacy && <Badge>{t('billing.change.legacy')}</Badge>}
      current={isCurrent}
      onChoose={() => void navigate(`${paths.changePlan(id)}?plan=${encodeURIComponent(plan.id)}`)}
    />
  );
}

/** Why the plan cannot be chosen, if so. */
function useOffLabel(plan: PublicPlan, isCurrent: boolean): string | undefined {
  const { t } = useTranslation();
  const { payments } = useConfig();
  if (isCurrent) {
    return t('billing.change.current');
  }
  if (plan.legacy) {
    return t('billing.change.legacyHint');
  }
  if (payments.selling || plan.price === 0) {
    return undefined;
  }
  return payments.provider === 'none' ? t('billing.change.paidOff') : t('billing.notSellingTitle');
}
