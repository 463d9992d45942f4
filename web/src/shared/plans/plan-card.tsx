import type { Money, PublicPlan, PublicPrice } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../config/index.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatPrice } from './format-price.ts';
import { PlanFrame } from './plan-frame.tsx';
import type { Saving } from './prices.ts';
import { usePlanWords } from './use-plan-words.ts';

interface PlanCardProps {
  readonly plan: PublicPlan;
  readonly price: PublicPrice;
  /** Shown here if the choice of a period does not show it. */
  readonly saving?: Saving | undefined;
  readonly busy: boolean;
  readonly off: boolean;
  /** Text of the button, if it does not offer the plan. */
  readonly label?: string | undefined;
  /** Name of the button for screen readers, if its text is shorter; it begins with the text. */
  readonly labelInFull?: string | undefined;
  /** Whether the button is the next step; if this is left out, that of a highlighted plan is. */
  readonly primary?: boolean;
  /** Below the button: the way out of what blocks it. */
  readonly help?: ReactNode;
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
  const { labelInFull, primary = marked && label === undefined, help } = props;
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { savingText } = usePlanWords();
  const then = t(`subscription.pricePer.${price.frequency}`, { price: formatPrice(price) });

  return (
    <PlanFrame
      plan={plan}
      price={earlierPrice ?? price}
      frequency={price.frequency}
      period={t(`subscription.per.${price.frequency}`)}
      tax={price.tax}
      note={
        <>
          {earlierPrice && (
            <p className="text-small text-ink-2 tabular-nums">
              {t('billing.change.newPrice', { price: then })}
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
        variant={primary ? 'primary' : 'secondary'}
        aria-label={labelInFull}
        busy={busy}
        off={off}
        onClick={onChoose}
      >
        {label ?? t('subscription.create.choose', { plan: configuredText(plan.titleKey) })}
      </Button>
      {help}
    </PlanFrame>
  );
}
