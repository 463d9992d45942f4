import type { PublicPlan } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { PlanFrame } from '../../shared/plans/plan-frame.tsx';
import { type PricedPlan, toPlanQuery } from '../../shared/plans/prices.ts';
import type { PriceChoice } from '../../shared/plans/use-price-choice.ts';
import { usePriceWords } from '../../shared/plans/use-price-words.ts';
import { useSession } from '../../shared/session/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';

/** Plans that a newcomer can have. */
export function useOfferedPlans(): readonly PublicPlan[] {
  return useConfig().plans.filter(({ legacy }) => !legacy);
}

interface PlanOffersProps {
  readonly choice: PriceChoice;
  readonly heading: 'h2' | 'h3';
}

export function PlanOffers({ choice, heading }: PlanOffersProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-4">
      {useOfferedPlans().map((plan) => (
        <li key={plan.id}>
          <PlanOffer plan={plan} choice={choice} heading={heading} />
        </li>
      ))}
    </ul>
  );
}

interface PlanOfferProps extends PlanOffersProps {
  readonly plan: PublicPlan;
}

function PlanOffer({ plan, choice, heading }: PlanOfferProps) {
  const { t } = useTranslation();
  const { priceText, savingText } = usePriceWords();
  const price = choice.priceOf(plan);
  const saving = choice.ownSaving(plan);
  return (
    <PlanFrame
      plan={plan}
      price={priceText(price)}
      period={t(`price.per.${price.frequency}`)}
      note={saving && <p className="text-small text-good">{savingText(saving)}</p>}
      badge={plan.popular && <Badge tone="accent">{t('front.pricing.popular')}</Badge>}
      marked={plan.popular}
      heading={heading}
    >
      <WayToPlan plan={plan} price={price} />
    </PlanFrame>
  );
}

/** Signed-in people begin with the plan, visitors sign up for it. */
function WayToPlan({ plan, price }: PricedPlan) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { selling } = useConfig().payments;
  const { account } = useSession();

  if (!plan.free && !(selling && price.forSale)) {
    return (
      <Button size="wide" off>
        {t('front.pricing.notForSale')}
      </Button>
    );
  }
  return (
    <Link
      to={`${account ? paths.createPlan : paths.signUp}${toPlanQuery({ plan, price })}`}
      className={buttonStyle({ size: 'wide', variant: plan.popular ? 'primary' : 'secondary' })}
    >
      {plan.free
        ? t('front.pricing.start')
        : t('front.pricing.choose', { plan: configuredText(plan.titleKey) })}
    </Link>
  );
}
