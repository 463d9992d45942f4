import type { Money } from '@hearth/contract';

/** One price of a plan, as the configuration has it. */
export interface ConfiguredPrice {
  readonly priceIds: readonly string[];
  /** Null for a retired price, which only has to exist. */
  readonly total: Money | null;
}

/** Differences from the configuration, in sentences; empty lists where there is none. */
export interface PriceFaults {
  /** Faults of the whole account: its keys. */
  readonly account: readonly string[];
  /** One list for each given price, in their order. */
  readonly prices: readonly (readonly string[])[];
}
