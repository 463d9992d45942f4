import type { BookedInvoice, BookedSubscription, Books, OwnIntent } from '../books.ts';
import type { Both } from '../compare-books.ts';
import { findEarlyRenewals } from './early-renewals.ts';

/** Every payment belongs to one thing that somebody wanted and got. */
export function findDoubleCharges(all: Both): string[] {
  // A stranger's objects belong to no project here.
  const own = all.theirs.subscriptions.filter(({ reference }) => reference !== '');
  const both = { ...all, theirs: { ...all.theirs, subscriptions: own } };
  const { theirs, planted } = both;
  const paid = theirs.invoices.filter(({ status }) => status === 'paid');
  const intents = listDone(both);
  const done = new Set(intents.map(({ id }) => id));
  const movesOf = (reference: string) => ({
    isRepriced: planted.repriced.has(reference),
    scheduledAt: intents
      .filter(({ subscriptionId }) => subscriptionId === reference)
      .flatMap(({ takesEffectAt }) => takesEffectAt ?? []),
  });
  const first = theirs.subscriptions.filter((one) =>
    paid.some(({ reason, subscriptionId }) => reason === 'create' && subscriptionId === one.id),
  );
  return [
    ...first
      .filter((one) => costsMoney(paid, one) && !done.has(one.intentId))
      .map((one) => `${one.id} of ${one.reference} was paid, and ${tellIntent(both, one)}.`),
    ...repeated(theirs.subscriptions.map(({ intentId }) => intentId)).map(
      (id) => `The intent ${id} has made several subscriptions.`,
    ),
    ...findOverlaps(first),
    ...theirs.subscriptions.flatMap((one) => [
      ...findEarlyRenewals(one, paid, movesOf(one.reference)),
      ...findStarts(one, paid),
    ]),
    ...[...new Set(namesOf(theirs.customers))].flatMap((name) => countChanges(both, name, paid)),
    ...theirs.customers
      .filter(({ reference }) => reference !== '')
      .flatMap(({ id }) => findByHand(both, id, paid)),
  ];
}

/** Money that no purchase, change or renewal of ours has taken: with an invoice written by hand, without one, or once more for one. */
function findByHand(
  { theirs, planted }: Both,
  id: string,
  paid: readonly BookedInvoice[],
): string[] {
  const written = paid.filter(
    ({ customerId, reason, total, ...invoice }) =>
      customerId === id && reason === 'manual' && total > 0 && !planted.invoices.has(invoice.id),
  );
  const charges = theirs.charges.filter(({ customerId }) => customerId === id);
  const invoices = charges.flatMap(({ invoiceId }) => invoiceId ?? []);
  return [
    ...written.map((one) => `${id} was charged ${one.id}, which somebody wrote by hand.`),
    ...charges
      .filter(({ invoiceId }) => invoiceId === null)
      .map((charge) => `${id} was charged ${charge.id} without an invoice.`),
    ...repeated(invoices).map((invoice) => `${id} was charged several times for ${invoice}.`),
  ];
}

/** A trial, or a code for all of it, begins with a paid invoice of 0, which nobody is charged. */
const costsMoney = (paid: readonly BookedInvoice[], { id }: BookedSubscription) =>
  paid.some(({ subscriptionId, total }) => subscriptionId === id && total > 0);

function tellIntent({ ours, theirs }: Both, { id, intentId }: BookedSubscription): string {
  const intent = ours.intents.find((one) => one.id === intentId);
  const asked = intent
    ? `its ${intent.kind} by ${intent.accountId} is ${intent.status} (${intent.refusal})`
    : 'was never asked for';
  const paid = theirs.invoices.filter(({ subscriptionId }) => subscriptionId === id);
  return `${asked}: ${paid.map(({ reason, total, createdAt }) => `${reason} ${total} at ${createdAt.toISOString()}`).join(', ')}`;
}

/** Intents that were done, also where a restored backup has forgotten it; of what was open then nobody knows. */
function listDone({ ours, planted }: Both): OwnIntent[] {
  const forgotten = [...planted.intents.values()].filter(({ status }) => status !== 'refused');
  const done = ours.intents.filter(({ status }) => status === 'done');
  const ids = new Set(done.map(({ id }) => id));
  return [...done, ...forgotten.filter(({ id }) => !ids.has(id))];
}

/** A person pays for one thing at a time. */
function findOverlaps(paid: readonly BookedSubscription[]): string[] {
  return paid.flatMap((one, index) =>
    paid
      .slice(index + 1)
      .filter(({ reference }) => reference === one.reference)
      .filter((other) => one.endedAt === null || other.createdAt < one.endedAt)
      .map((other) => `${one.id} and ${other.id} are charged at the same time.`),
  );
}

function findStarts({ id }: BookedSubscription, paid: readonly BookedInvoice[]): string[] {
  const starts = paid.filter((one) => one.subscriptionId === id && one.reason === 'create').length;
  return starts > 1 ? [`${id} has begun ${starts} times.`] : [];
}

/** Each change of the prices was asked for by one intent of its own. A scheduled one is charged by a renewal. */
function countChanges(both: Both, reference: string, paid: readonly BookedInvoice[]): string[] {
  const { theirs, planted } = both;
  const begun = new Set(theirs.subscriptions.map(({ intentId }) => intentId));
  const wanted = listDone(both).filter(
    ({ id, subscriptionId, kind, takesEffectAt }) =>
      kind === 'change-plan' &&
      takesEffectAt === null &&
      subscriptionId === reference &&
      !begun.has(id),
  );
  const ids = theirs.subscriptions.filter((one) => one.reference === reference).map(({ id }) => id);
  const changes = paid.filter(
    // In a trial, or with a code for all of it, a change costs nothing.
    ({ id, reason, subscriptionId, total }) =>
      reason === 'update' &&
      total !== 0 &&
      ids.includes(subscriptionId) &&
      !planted.invoices.has(id),
  );
  return changes.length > wanted.length
    ? [`${reference} was charged for ${changes.length} changes and wanted ${wanted.length}.`]
    : [];
}

/** Projects that the customers stand for; a stranger's is none. */
export const namesOf = (customers: Books['customers']) =>
  customers.map(({ reference }) => reference).filter((reference) => reference !== '');

export function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
