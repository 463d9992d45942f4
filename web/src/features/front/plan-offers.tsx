import type { PublicPlan } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { toCreatePlan } from '../../shared/plans/chosen-plan.ts';
import { PlanFrame } from '../../shared/plans/plan-frame.tsx';
import { planPrice } from '../../shared/plans/plan-price.ts';
import { useSession } from '../../shared/session/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';

/** Plans that a newcomer can have. */
export function useOfferedPlans(): readonly PublicPlan[] {
  return useConfig().plans.filter(({ legacy }) => !legacy);
}

export function PlanOffers({ heading }: { readonly heading: 'h2' | 'h3' }) {
  const { t } = useTranslation();
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-4">
      {useOfferedPlans().map((plan) => (
        <li key={plan.id}>
          <PlanFrame
            plan={plan}
            price={planPrice(plan)}
            period={t('front.pricing.perWeek')}
            badge={plan.popular && <Badge tone="accent">{t('front.pricing.popular')}</Badge>}
            marked={plan.popular}
            heading={heading}
          >
            <WayToPlan plan={plan} />
          </PlanFrame>
        </li>
      ))}
    </ul>
  );
}

/** Signed-in people begin with the plan, visitors sign up for it. */
function WayToPlan({ plan }: { readonly plan: PublicPlan }) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { selling } = useConfig().payments;
  const { account } = useSession();

  if (!plan.free && !(selling && plan.forSale)) {
    return (
      <Button size="wide" off>
        {t('front.pricing.notForSale')}
      </Button>
    );
  }
  return (
    <Link
      to={account ? toCreatePlan(plan.id) : `${paths.signUp}?plan=${encodeURIComponent(plan.id)}`}
      className={buttonStyle({ size: 'wide', variant: plan.popular ? 'primary' : 'secondary' })}
    >
      {plan.free
        ? t('front.pricing.start')
        : t('front.pricing.choose', { plan: configuredText(plan.titleKey) })}
    </Link>
  );
}
