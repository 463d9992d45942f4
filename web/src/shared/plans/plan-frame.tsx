import type { Frequency, Money, PublicPlan, PublicPrice } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../config/index.ts';
import { Card } from '../ui/card.tsx';
import { FeatureList } from './feature-list.tsx';
import { formatPrice } from './format-price.ts';
import { LimitList } from './limit-list.tsx';
import { monthOfYear } from './prices.ts';

interface PlanFrameProps {
  readonly plan: PublicPlan;
  readonly price: Money;
  /** How often it is charged. */
  readonly frequency: Frequency;
  /** How long the price is for, in words; a year is shown by its months. */
  readonly period: string;
  /** Whether tax is added to the price or is part of it; undefined if no tax is computed. */
  readonly tax: PublicPrice['tax'];
  /** Below the price. */
  readonly note?: ReactNode;
  readonly badge?: ReactNode;
  /** True for the one that is highlighted among several. */
  readonly marked: boolean;
  readonly current?: boolean;
  /** How much of each limit the project uses that would have the plan. */
  readonly used?: Readonly<Record<string, number>> | undefined;
  readonly heading?: 'h2' | 'h3';
  /** The way to the plan. */
  readonly children: ReactNode;
}

/** A plan as an offer in a `PlanGrid`: name, price, features, and one thing to press. */
export function PlanFrame(props: PlanFrameProps) {
  const { plan, price, frequency, period, tax, note, badge, marked, current } = props;
  const { heading: Heading = 'h2' } = props;
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const isByMonth = frequency === 'year' && price.amount > 0;
  const words = isByMonth ? t('price.yearAsMonth', { price: formatPrice(price) }) : period;

  return (
    <Card
      aria-current={current || undefined}
      edge={marked ? 'marked' : 'plain'}
      className="gap-y-4 px-5 py-[22px]"
    >
      <div className="flex items-center justify-between gap-3">
        <Heading className="text-card font-card">{configuredText(plan.titleKey)}</Heading>
        {badge}
      </div>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-ink-2">
          <span className="text-price font-[680] tracking-tight text-ink tabular-nums">
            {formatPrice(isByMonth ? monthOfYear(price) : price)}
          </span>
          {tax ? t(`price.taxed.${tax}`, { period: words }) : words}
        </p>
        {note}
      </div>
      <div>
        <FeatureList keys={plan.descriptionKeys} />
        <LimitList limits={plan.limits} used={props.used} current={current === true} />
      </div>
      <div className="grid content-start gap-4">{props.children}</div>
    </Card>
  );
}
