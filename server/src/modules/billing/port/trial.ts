import type { HearthConfig } from '@hearth/contract';

const dayMs = 86_400_000;

/** Days of the plan that a project has for free before its first charge, and whether it begins with a card. */
export type TrialTerms = NonNullable<HearthConfig['plans'][number]['trial']>;

/** Providers count a trial in days of 24 hours from the purchase. */
export function endOfTrial(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

export interface TrialState {
  /** When its running trial ends, which is the end of the period then; null outside a trial. */
  readonly trialEnd: Date | null;
  /** Whether it began with a trial. */
  readonly hadTrial: boolean;
}

export interface TrialStart {
  /**
   * Days without a charge that it begins with. It needs no card then, and ends after them where none was added. The
   * client secret of a card whose bank wants its holder is given once, in the answer to the start.
   */
  readonly trialDays?: number;
}

/** Calls of a provider about trials. */
export interface TrialCalls {
  /** The provider's name for the card's number, equal for all customers who have it; null where it does not say. */
  readCardFingerprint(cardId: string): Promise<string | null>;
}
