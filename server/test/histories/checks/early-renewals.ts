import type { Frequency } from '@hearth/contract';
import { addPeriods, periodAround } from '../../../src/modules/billing/port/rules/period.ts';
import type { BookedInvoice, BookedLine, BookedSubscription } from '../books.ts';

/** From where periods are counted, and the one that was charged last. */
interface Rhythm {
  readonly anchor: Date;
  /** Undefined while nothing was charged. */
  readonly frequency: Frequency | undefined;
  /** Earliest instant of the next renewal. */
  readonly next: Date;
}

interface Moves {
  /** Whether somebody has changed prices in the dashboard. */
  readonly isRepriced: boolean;
  /** When changes take effect that were scheduled. */
  readonly scheduledAt: readonly Date[];
}

/**
 * Renewals that were paid before the period of their subscription's price was over: of a week, or of a month or a year as
 * the calendar counts them from the anchor. A change to another frequency, or from a price of 0, is a new anchor. One that
 * somebody made in the dashboard without proration has no invoice of its own, and leaves a scheduled change at its time,
 * where Stripe begins a period and credits nothing.
 */
export function findEarlyRenewals(
  { id, createdAt, trialEnd }: BookedSubscription,
  paid: readonly BookedInvoice[],
  { isRepriced, scheduledAt }: Moves,
): string[] {
  const start = trialEnd ?? createdAt;
  // The first payment after a trial is a renewal too.
  let rhythm: Rhythm = { anchor: start, frequency: undefined, next: start };
  const wrong: string[] = [];
  for (const invoice of paid
    .filter(({ subscriptionId }) => subscriptionId === id)
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())) {
    const at = toSecond(invoice.createdAt);
    const isCharged = invoice.reason === 'cycle' && invoice.total !== 0;
    const isScheduled = scheduledAt.some((time) => toSecond(time).getTime() === at.getTime());
    const isMoved = isRepriced && (isScheduled || frequencyOf(invoice.lines) !== rhythm.frequency);
    if (isCharged && !isMoved && at < toSecond(rhythm.next)) {
      wrong.push(
        `${id} was renewed at ${at.toISOString()} by ${invoice.id}, which is before ${rhythm.next.toISOString()}.`,
      );
    }
    rhythm = follow(rhythm, invoice, isMoved);
  }
  return wrong;
}

/** Instants of one provider are whole seconds. */
const toSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1_000) * 1_000);

function follow(rhythm: Rhythm, invoice: BookedInvoice, isMoved: boolean): Rhythm {
  const { reason, createdAt, lines } = invoice;
  // One without lines charges nothing, as during a trial.
  const frequency = frequencyOf(lines);
  if (frequency === undefined || (reason === 'update' && !beginsPeriod(invoice, frequency))) {
    return rhythm;
  }
  // A trial's first invoice is made before the anchor, and its end charges the first period.
  if (reason === 'create' && createdAt < rhythm.anchor) {
    return rhythm;
  }
  const isKept = reason === 'cycle' && !isMoved && frequency === rhythm.frequency;
  const anchor = isKept ? rhythm.anchor : createdAt;
  return { anchor, frequency, next: periodAround(anchor, frequency, createdAt).end };
}

/** The price that is charged for; a credit is for the one before. */
function frequencyOf(lines: readonly BookedLine[]): Frequency | undefined {
  const [charged] = lines.filter(({ amount }) => amount >= 0);
  const [, name] = /_(week|month|year)(_eur)?$/.exec(charged?.priceId ?? '') ?? [];
  return name as Frequency | undefined;
}

function beginsPeriod({ lines, createdAt }: BookedInvoice, frequency: Frequency): boolean {
  const end = toSecond(addPeriods(createdAt, frequency, 1)).getTime();
  return lines.some(({ amount, to }) => amount >= 0 && toSecond(to).getTime() === end);
}
