import type { Money } from '@hearth/contract';

/** One price of a plan, as the configuration has it. */
export interface ConfiguredPrice {
  readonly priceIds: readonly string[];
  /** Null for a retired price, which only has to exist. */
  readonly total: Money | null;
}

/** What is not as the configuration says, in sentences; empty lists when all is well. */
export interface PriceFaults {
  /** Of the account as a whole: its keys. */
  readonly account: readonly string[];
  /** One list per price that was asked about, in that order. */
  readonly prices: readonly (readonly string[])[];
}
