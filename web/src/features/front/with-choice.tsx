import type { ReactNode } from 'react';
import { usePriceWords } from '../../shared/i18n/use-price-words.ts';
import { PriceSwitch } from '../../shared/plans/price-switch.tsx';
import { toPlanQuery } from '../../shared/plans/prices.ts';
import { usePlanWords } from '../../shared/plans/use-plan-words.ts';
import { usePriceChoice } from '../../shared/plans/use-price-choice.ts';
import { type Offers, useOfferedPlans } from './offers.ts';

interface WithChoiceProps {
  readonly children: (offers: Offers) => ReactNode;
}

/** The plans at the prices that the visitor chooses. */
export function WithChoice({ children }: WithChoiceProps) {
  usePriceWords();
  const choice = usePriceChoice(useOfferedPlans());
  const { savingText } = usePlanWords();
  const { priceOf, ownSaving, frequency, currency } = choice;

  return children({
    priceOf,
    queryOf: (plan) => toPlanQuery({ plan, price: priceOf(plan) }),
    shown: [frequency, currency].join(' '),
    noteOf(plan) {
      const saving = ownSaving(plan);
      return saving && <p className="text-small text-good">{savingText(saving)}</p>;
    },
    control: <PriceSwitch choice={choice} />,
  });
}
