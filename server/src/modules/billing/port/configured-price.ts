import type { Frequency, Money } from '@hearth/contract';
import type { PriceTax } from './taxes.ts';

/** One price of a plan, as the configuration has it. */
export interface ConfiguredPrice {
  readonly priceIds: readonly string[];
  /** Period of which it is charged once: the provider's interval, with a count of 1. */
  readonly frequency: Frequency;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  /** Null for a retired price, which has to exist with this frequency and currency only. */
  readonly total: Money | null;
  /** Whether tax is added to the total or is part of it; undefined where no tax is computed. */
  readonly tax?: PriceTax | undefined;
}

/** Differences from the configuration, in sentences; empty lists where there is none. */
export interface PriceFaults {
  /** Faults of the whole account: its keys. */
  readonly account: readonly string[];
  /** One list for each given price, in their order. */
  readonly prices: readonly (readonly string[])[];
}
