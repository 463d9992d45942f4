import type { Money, PublicPlan, PublicPrice } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../config/index.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { PlanFrame } from './plan-frame.tsx';
import type { Saving } from './prices.ts';
import { usePlanWords } from './use-plan-words.ts';
import { usePriceText } from './use-price-text.ts';

interface PlanCardProps {
  readonly plan: PublicPlan;
  readonly price: PublicPrice;
  /** Shown here if the choice of a period does not show it. */
  readonly saving?: Saving | undefined;
  readonly busy: boolean;
  readonly off: boolean;
  /** Text of the button, if it does not offer the plan. */
  readonly label?: string | undefined;
  /** Shown beside the name instead of the badge of a popular plan. */
  readonly badge?: ReactNode;
  readonly current?: boolean;
  /** Whether it is highlighted; if this is left out, the popular plan is, unless it is the current one. */
  readonly marked?: boolean;
  /** Paid for the plan by a subscriber of an earlier price, who sees today's beside it. */
  readonly earlierPrice?: Money | undefined;
  /** Named below the price if a new project may begin with it. */
  readonly trial?: PublicPlan['trial'];
  /** How much of each limit the project uses that would have the plan. */
  readonly used?: Readonly<Record<string, number>> | undefined;
  readonly onChoose: () => void;
}

export function PlanCard(props: PlanCardProps) {
  const { plan, price, saving, busy, off, label, badge, earlierPrice, onChoose } = props;
  const { trial, current = false, marked = plan.popular && !current } = props;
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const priceText = usePriceText();
  const { savingText } = usePlanWords();
  const then = priceText(price, price.frequency);

  return (
    <PlanFrame
      plan={plan}
      price={priceText(earlierPrice ?? price)}
      period={t(`subscription.per.${price.frequency}`)}
      tax={price.tax}
      note={
        <>
          {earlierPrice && (
            <p className="text-small text-ink-2 tabular-nums">
              {t('billing.change.newPrice', { price: priceText(price, price.frequency) })}
            </p>
          )}
          {trial && (
            <p className="text-small text-ink-2 tabular-nums">
              {t('price.trial', { count: trial.days, then })}
            </p>
          )}
          {saving && <p className="text-small text-good">{savingText(saving)}</p>}
        </>
      }
      badge={
        badge || (plan.popular && <Badge tone="accent">{t('subscription.create.popular')}</Badge>)
      }
      marked={marked}
      current={current}
      used={props.used}
    >
      <Button
        size="wide"
        variant={marked && label === undefined ? 'primary' : 'secondary'}
        busy={busy}
        off={off}
        onClick={onChoose}
      >
        {label ?? t('subscription.create.choose', { plan: configuredText(plan.titleKey) })}
      </Button>
    </PlanFrame>
  );
}
