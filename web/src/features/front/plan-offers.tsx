import type { PublicPlan } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { PlanFrame } from '../../shared/plans/plan-frame.tsx';
import { PlanGrid } from '../../shared/plans/plan-grid.tsx';
import { useSession } from '../../shared/session/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { type Offers, useOfferedPlans } from './offers.ts';

interface PlanOffersProps {
  readonly offers: Offers;
  readonly heading: 'h2' | 'h3';
}

export function PlanOffers({ offers, heading }: PlanOffersProps) {
  const { t } = useTranslation();
  const plans = useOfferedPlans();
  return (
    <PlanGrid plans={plans.length}>
      {plans.map((plan) => {
        const price = offers.priceOf(plan);
        return (
          price && (
            <li key={plan.id}>
              <PlanFrame
                plan={plan}
                price={price}
                frequency={price.frequency}
                period={t(`front.pricing.per.${price.frequency}`)}
                tax={price.tax}
                note={
                  <>
                    {plan.trial && (
                      <p className="text-small text-ink-2">
                        {t('front.pricing.trial', { count: plan.trial.days })}
                      </p>
                    )}
                    {offers.noteOf?.(plan)}
                  </>
                }
                badge={plan.popular && <Badge tone="accent">{t('front.pricing.popular')}</Badge>}
                marked={plan.popular}
                heading={heading}
              >
                <WayToPlan plan={plan} isForSale={price.forSale} query={offers.queryOf(plan)} />
              </PlanFrame>
            </li>
          )
        );
      })}
    </PlanGrid>
  );
}

interface WayToPlanProps {
  readonly plan: PublicPlan;
  readonly isForSale: boolean;
  /** Query of the address that begins with the plan. */
  readonly query: string;
}

/** Signed-in people begin with the plan, visitors sign up for it, or sign in if they cannot create an account. */
function WayToPlan({ plan, isForSale, query }: WayToPlanProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { payments, signUp } = useConfig();
  const { account } = useSession();

  if (!plan.free && !(payments.selling && isForSale)) {
    return (
      <Button size="wide" off>
        {t('front.pricing.notForSale')}
      </Button>
    );
  }
  const entrance = signUp === 'closed' ? paths.signIn : paths.signUp;
  return (
    <Link
      to={`${account ? paths.createPlan : entrance}${query}`}
      className={buttonStyle({ size: 'wide', variant: plan.popular ? 'primary' : 'secondary' })}
    >
      {plan.free
        ? t('front.pricing.start')
        : t('front.pricing.choose', { plan: configuredText(plan.titleKey) })}
    </Link>
  );
}
