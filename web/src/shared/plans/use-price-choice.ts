import type { Frequency, PublicPlan, PublicPrice } from '@hearth/contract';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import {
  commonSaving,
  currenciesOf,
  frequenciesOf,
  type PriceName,
  priceOf,
  type Saving,
  savingOf,
} from './prices.ts';
import { visitorCurrency } from './visitor-currency.ts';

export interface PriceChoice {
  /** Chosen one of `frequencies`. */
  readonly frequency: Frequency | undefined;
  /** None if there is no choice. */
  readonly frequencies: readonly Frequency[];
  /** The currency that plans are shown in, if they have it. */
  readonly currency: string | undefined;
  /** None if there is no choice. */
  readonly currencies: readonly string[];
  readonly priceOf: (plan: PublicPlan) => PublicPrice;
  /** Saved by every plan alike with the frequency. */
  readonly commonSaving: (frequency: Frequency) => Saving | undefined;
  /** Saved by the chosen price of the plan, if not every plan saves that. A legacy plan keeps the price it is paid at. */
  readonly ownSaving: (plan: PublicPlan) => Saving | undefined;
  readonly choose: (name: keyof PriceName, value: string) => void;
}

/**
 * The price of each plan that is shown. The choice survives a reload in the address. A running subscription begins with
 * its own frequency and keeps its currency.
 */
export function usePriceChoice(plans: readonly PublicPlan[], running: PriceName = {}): PriceChoice {
  const [search, setSearch] = useSearchParams();
  // The address as last asked for: what it shows may still be loading when the next choice is made.
  const asked = useRef(search);
  useEffect(() => {
    asked.current = search;
  }, [search]);
  const currencies = running.currency === undefined ? currenciesOf(plans) : [];
  const currency =
    running.currency ??
    currencies.find((one) => one === search.get('currency')) ??
    visitorCurrency(currencies);
  const frequencies = frequenciesOf(plans, currency);
  const frequency =
    frequencies.find((one) => one === search.get('frequency')) ??
    frequencies.find((one) => one === running.frequency) ??
    frequencies[0];
  const shown = (plan: PublicPlan) => priceOf(plan, { frequency, currency });
  const saved = (one: Frequency) => commonSaving(plans, { frequency: one, currency });

  return {
    frequency,
    frequencies,
    currency,
    currencies,
    priceOf: shown,
    commonSaving: saved,
    ownSaving: (plan) =>
      frequency && !plan.legacy && !saved(frequency) ? savingOf(plan, shown(plan)) : undefined,
    choose(name, value) {
      // A plan in the address was named with the price of before.
      const { plan: _, ...others } = Object.fromEntries(asked.current);
      asked.current = new URLSearchParams({ ...others, [name]: value });
      setSearch(asked.current, { replace: true });
    },
  };
}
