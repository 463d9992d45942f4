import type { Step } from './timeline.ts';

/** How what a project brings a month has changed within a month. */
export interface Movement {
  readonly currency: string;
  readonly kind: 'new' | 'reactivation' | 'expansion' | 'contraction' | 'churn' | 'same';
  /** Twelfths of minor units per month, before and after. */
  readonly from: number;
  readonly to: number;
  readonly planId: string | undefined;
  readonly frequency: Step['frequency'];
}

interface Month {
  readonly start: Date;
  /** Start of the next one. */
  readonly end: Date;
}

/** The project's movement within the month, one for each currency that it paid in; none if it paid before, in and after it nothing. */
export function movementsOf(steps: readonly Step[], { start, end }: Month): Movement[] {
  const currencies = [...new Set(steps.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const from = levelAt(steps, currency, start);
    const to = levelAt(steps, currency, end);
    const shown = to ?? from;
    if (!shown) {
      return [];
    }
    const before = from?.twelfths ?? 0;
    const after = to?.twelfths ?? 0;
    const { planId, frequency } = shown;
    const hadPaid = steps.some((step) => step.at < start && step.twelfths > 0);
    return [
      {
        currency,
        kind: kindOf(before, after, hadPaid),
        from: before,
        to: after,
        planId,
        frequency,
      },
    ];
  });
}

/** What the project brings at the end of the instant before; undefined if nothing in the currency. */
function levelAt(steps: readonly Step[], currency: string, at: Date): Step | undefined {
  const last = steps.findLast((step) => step.at < at);
  return last?.currency === currency && last.twelfths > 0 ? last : undefined;
}

function kindOf(from: number, to: number, hadPaid: boolean): Movement['kind'] {
  if (from === 0) {
    return hadPaid ? 'reactivation' : 'new';
  }
  if (to === 0) {
    return 'churn';
  }
  if (to === from) {
    return 'same';
  }
  return to > from ? 'expansion' : 'contraction';
}
