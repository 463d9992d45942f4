import type { BookedInvoice, OwnBooks } from '../books.ts';
import type { Both } from '../compare-books.ts';

/**
 * Time is credited only where it was paid and is not disputed, and never so much that more than was charged has gone
 * back by then (decision 045). A refund or a dispute counts from when our rows knew of it (decision 027).
 */
export function findUnpaidCredit({ ours, theirs, planted }: Both): string[] {
  // Another installation on the account has subscriptions of its own, and its own planted invoices.
  const own = new Set(theirs.subscriptions.map(({ id }) => id));
  const made = theirs.invoices.filter(
    ({ id, subscriptionId, reason }) =>
      reason === 'update' && own.has(subscriptionId) && !planted.invoices.has(id),
  );
  return made.flatMap((invoice) =>
    invoice.lines
      .filter((line) => line.amount < 0 && !isChargedBeside(invoice, line))
      .flatMap(({ to }) => {
        const charged = findCharged(theirs.invoices, invoice, to);
        const fault = charged
          ? faultOf(charged, { at: invoice.createdAt, ours, cents: creditOf(invoice, to) })
          : 'was never charged';
        const project = theirs.subscriptions.find(({ id }) => id === invoice.subscriptionId);
        return fault
          ? [
              `${project?.reference}: ${invoice.id} credits time of ${charged?.id ?? 'no invoice'}, which ${fault}.`,
            ]
          : [];
      }),
  );
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);

/**
 * Cents that the invoice credits for the time up to that moment, at the least: each credit and its tax are rounded to
 * whole cents.
 */
function creditOf({ lines }: BookedInvoice, to: Date): number {
  const credits = lines.filter((line) => line.amount < 0 && line.to.getTime() === to.getTime());
  return 0 - sum(credits.map(({ amount }) => amount)) - credits.length;
}

/** Whether the invoice itself charges what it credits: a proration from the dashboard waits for the next invoice. */
function isChargedBeside({ lines }: BookedInvoice, credit: BookedInvoice['lines'][0]): boolean {
  const same = lines.filter(
    ({ priceId, to }) => priceId === credit.priceId && to.getTime() === credit.to.getTime(),
  );
  return sum(same.map(({ amount }) => amount)) >= 0;
}

/** The newest invoice from before that charges up to the same moment. */
function findCharged(
  invoices: readonly BookedInvoice[],
  { id, subscriptionId, createdAt }: BookedInvoice,
  to: Date,
): BookedInvoice | undefined {
  const earlier = invoices.filter(
    (one) =>
      one.id !== id &&
      one.subscriptionId === subscriptionId &&
      one.createdAt <= createdAt &&
      // A change that was dropped charged for nothing.
      !(one.reason === 'update' && one.status === 'void') &&
      one.lines.some((line) => line.amount > 0 && line.to.getTime() === to.getTime()),
  );
  return earlier.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())[0];
}

interface Then {
  readonly at: Date;
  readonly ours: OwnBooks;
  /** Part of it that is credited. */
  readonly cents: number;
}

function faultOf(
  { status, paidAt, returns, lines, discount }: BookedInvoice,
  then: Then,
): string | undefined {
  const { at, ours, cents } = then;
  if (paidAt === null || paidAt > at) {
    return `was ${status} then`;
  }
  const known = returns.filter((one) =>
    one.kind === 'credit note' ? one.at < at : wasKnown(one.at, { at, ours }),
  );
  const charged = sum(lines.map(({ amount }) => Math.max(0, amount))) - discount;
  const isDisputed = known.some(({ kind }) => kind === 'dispute');
  const isTooMuch = known.length > 0 && cents + sum(known.map((one) => one.cents)) > charged;
  return isDisputed || isTooMuch ? 'had gone back by then' : undefined;
}

/** A slow change may have been checked before. */
const slowestChangeMs = 60_000;

function wasKnown(takenBackAt: Date, { at, ours }: Pick<Then, 'at' | 'ours'>): boolean {
  return ours.events.some(
    ({ type, createdAt, processedAt }) =>
      /refund|dispute/.test(type) &&
      createdAt.getTime() === takenBackAt.getTime() &&
      processedAt !== null &&
      processedAt.getTime() + slowestChangeMs < at.getTime(),
  );
}

/** Finds paid plans on a newest invoice that the product itself has given up; credit for an unpaid one is found above. */
export function findUnpaidAccess({ app, ours, theirs, planted }: Both): string[] {
  return ours.subscriptions.flatMap(({ id, status, planId, charged }) => {
    const plan = app.config.product.plans.find((one) => one.id === planId);
    const isDropped = ({ reason, status: word }: BookedInvoice) =>
      reason === 'update' && word !== 'paid';
    const newestFirst = theirs.invoices
      .filter((one) => one.subscriptionId === charged && one.total !== 0)
      .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    const newest = newestFirst.find((one) => !isDropped(one));
    // A person who gives up the last invoice in the dashboard gives the access that Stripe then shows.
    const isGivenUp = [newest, newestFirst[0]].some((one) => one && planted.invoices.has(one.id));
    const isFine = !newest || ['paid', 'draft'].includes(newest.status) || isGivenUp;
    return status === 'active' && !plan?.free && !isFine
      ? [`${id} has ${planId} on ${newest.id}, which is ${newest.status}.`]
      : [];
  });
}
