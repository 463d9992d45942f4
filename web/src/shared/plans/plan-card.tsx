import type { Money, PublicPlan } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../config/index.ts';
import { formatMoney } from '../i18n/index.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FeatureList } from './feature-list.tsx';
import { planPrice } from './plan-price.ts';

interface PlanCardProps {
  readonly plan: PublicPlan;
  readonly busy: boolean;
  readonly off: boolean;
  /** Of the button, where it does not offer the plan. */
  readonly label?: string | undefined;
  /** Shown beside the name instead of the badge of a popular plan. */
  readonly badge?: ReactNode;
  readonly current?: boolean;
  /** Paid for the plan by a subscriber of an earlier price, who sees today's beside it. */
  readonly earlierPrice?: Money | undefined;
  readonly onChoose: () => void;
}

export function PlanCard(props: PlanCardProps) {
  const { plan, busy, off, label, badge, current, earlierPrice, onChoose } = props;
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const title = configuredText(plan.titleKey);

  return (
    <Card
      aria-current={current || undefined}
      edge={plan.popular ? 'marked' : 'plain'}
      className="grid h-full grid-rows-[auto_auto_1fr_auto] gap-4 px-5 py-[22px]"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-card font-card">{title}</h2>
        {badge || (plan.popular && <Badge tone="accent">{t('subscription.create.popular')}</Badge>)}
      </div>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-ink-2">
          <span className="text-price font-[680] tracking-tight text-ink tabular-nums">
            {earlierPrice
              ? formatMoney(earlierPrice.amount, earlierPrice.currency)
              : planPrice(plan)}
          </span>
          {t('subscription.perWeek')}
        </p>
        {earlierPrice && (
          <p className="text-small text-ink-2 tabular-nums">
            {t('billing.change.newPrice', { price: planPrice(plan) })}
          </p>
        )}
      </div>
      <div>
        <FeatureList keys={plan.descriptionKeys} />
      </div>
      <Button
        size="wide"
        variant={plan.popular && label === undefined ? 'primary' : 'secondary'}
        busy={busy}
        off={off}
        onClick={onChoose}
      >
        {label ?? t('subscription.create.choose', { plan: title })}
      </Button>
    </Card>
  );
}
