import type { BookedInvoice } from './books.ts';
import type { Both } from './compare-books.ts';

/** Time is credited only where it was paid and nothing of it had gone back by then. */
export function findUnpaidCredit({ theirs, planted }: Both): string[] {
  const made = theirs.invoices.filter(
    ({ id, reason }) => reason === 'update' && !planted.invoices.has(id),
  );
  return made.flatMap((invoice) =>
    invoice.lines
      .filter(({ amount }) => amount < 0)
      .flatMap(({ to }) => {
        const charged = findCharged(theirs.invoices, invoice, to);
        const fault = charged ? faultOf(charged, invoice.createdAt) : 'was never charged';
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

function faultOf({ status, paidAt, takenBackAt }: BookedInvoice, at: Date): string | undefined {
  if (paidAt === null || paidAt > at) {
    return `was ${status} then`;
  }
  return takenBackAt && takenBackAt < at ? 'had gone back by then' : undefined;
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
