import type { BookedInvoice, OwnBooks } from './books.ts';
import type { Both } from './compare-books.ts';

/**
 * Time is credited only where it was paid and nothing of it had gone back by then. A refund or a dispute counts
 * from when our rows knew of it (decision 027).
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
      .filter(({ amount }) => amount < 0)
      .flatMap(({ to }) => {
        const charged = findCharged(theirs.invoices, invoice, to);
        const fault = charged
          ? faultOf(charged, { at: invoice.createdAt, ours })
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
}

function faultOf(
  { status, paidAt, takenBackAt, creditedAt }: BookedInvoice,
  { at, ours }: Then,
): string | undefined {
  if (paidAt === null || paidAt > at) {
    return `was ${status} then`;
  }
  const isCredited = creditedAt !== null && creditedAt < at;
  const isBack = takenBackAt !== null && wasKnown(takenBackAt, { at, ours });
  return isCredited || isBack ? 'had gone back by then' : undefined;
}

/** A slow change may have been checked before. */
const slowestChangeMs = 60_000;

function wasKnown(takenBackAt: Date, { at, ours }: Then): boolean {
  return ours.events.some(
    ({ type, createdAt, processedAt }) =>
      /refund|dispute/.test(type) &&
      createdAt.getTime() === takenBackAt.getTime() &&
      processedAt !== null &&
      processedAt.getTime() + slowestChangeMs < at.getTime(),
  );
}

/** Nobody has a paid plan on an invoice that the product itself has given up. */
export function findUnpaidAccess({ app, ours, theirs, planted }: Both): string[] {
  return ours.subscriptions.flatMap(({ id, status, planId, charged }) => {
    const plan = app.config.product.plans.find((one) => one.id === planId);
    const isDropped = ({ reason, status: word }: BookedInvoice) =>
      reason === 'update' && word !== 'paid';
    const [newest] = theirs.invoices
      .filter((one) => one.subscriptionId === charged && one.total > 0 && !isDropped(one))
      .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    const isFine =
      !newest || ['paid', 'draft'].includes(newest.status) || planted.invoices.has(newest.id);
    return status === 'active' && !plan?.free && !isFine
      ? [`${id} has ${planId} on ${newest.id}, which is ${newest.status}.`]
      : [];
  });
}
