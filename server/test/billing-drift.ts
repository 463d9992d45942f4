import {
  type BookedInvoice,
  type BookedSubscription,
  type Books,
  type OwnBooks,
  type OwnSubscription,
  readOwnBooks,
  readSandbox,
} from './billing-books.ts';
import type { TestApp } from './test-app.ts';

const weekMs = 7 * 86_400_000;

/** In sentences, what is not as the sandbox has it, or was charged wrongly; of one subscription or of all. */
export async function findDrift(app: TestApp, subscriptionId?: string): Promise<string[]> {
  const theirs = await readSandbox(app);
  if (subscriptionId === undefined) {
    return compareBooks(app, theirs);
  }
  const subscriptions = theirs.subscriptions.filter(
    ({ reference }) => reference === subscriptionId,
  );
  const all = await compareBooks(app, { ...theirs, subscriptions, eventIds: [] });
  const others = (await readOwnBooks(app)).subscriptions.filter(({ id }) => id !== subscriptionId);
  return all.filter((sentence) => !others.some(({ id }) => sentence.startsWith(id)));
}

/** The same with whoever takes the money. */
export async function compareBooks(app: TestApp, theirs: Books): Promise<string[]> {
  const both: Both = { app, ours: await readOwnBooks(app), theirs };
  return [
    ...both.ours.subscriptions.flatMap((own) =>
      compareOne(both, own).map((sentence) => `${own.id}: ${sentence}`),
    ),
    ...findOrphans(both),
    ...findDoubleCharges(both),
    ...findLost(both),
  ];
}

/** Whether the plan and the status that are shown are the ones that are charged, right now. */
export async function findStale(app: TestApp, theirs: Books, id: string): Promise<string[]> {
  const both: Both = { app, ours: await readOwnBooks(app), theirs };
  const own = both.ours.subscriptions.find((one) => one.id === id);
  const charged = theirs.subscriptions.find((one) => one.id === own?.charged);
  return own && charged ? compareCharged(both, own, charged) : [];
}

interface Both {
  readonly app: TestApp;
  readonly ours: OwnBooks;
  readonly theirs: Books;
}

const isLiving = ({ status }: BookedSubscription) => status !== 'canceled';

function compareOne(both: Both, own: OwnSubscription): string[] {
  const { theirs, ours } = both;
  const living = theirs.subscriptions.filter((one) => one.reference === own.id && isLiving(one));
  const strays = living.filter(({ id }) => id !== own.charged && id !== own.next);
  const charged = living.find(({ id }) => id === own.charged);
  const customer = theirs.customers.find(({ reference }) => reference === own.id);
  // An invoice of 0, as of the free price, is neither listed nor mailed.
  const invoices = theirs.invoices.filter(
    ({ customerId, total }) => customerId === customer?.id && total !== 0,
  );
  const own_ = ours.invoices.filter(({ subscriptionId }) => subscriptionId === own.id);
  return [
    ...strays.map(({ id }) => `${id} is charged and nobody here knows.`),
    ...(charged ? compareCharged(both, own, charged) : compareUncharged(both, own)),
    ...differ('card', own.card, customer?.card ?? null),
    ...differ('customer', own.customerId, customer?.id ?? null),
    ...differ('invoices', list(own_), list(invoices)),
  ];
}

const list = (invoices: readonly { id: string; status: string; total: number }[]) =>
  invoices
    .map(({ id, status, total }) => `${id} ${status} ${total}`)
    .sort()
    .join(', ');

function differ(what: string, here: string | null, there: string | null): string[] {
  return here === there ? [] : [`${what}: ${here} here, ${there} there.`];
}

function compareCharged(
  { app, theirs }: Both,
  own: OwnSubscription,
  charged: BookedSubscription,
): string[] {
  const plan = app.config.product.plans.find(({ id }) => id === own.planId);
  const owes = theirs.invoices.some(
    ({ subscriptionId, reason, status }) =>
      subscriptionId === charged.id && reason !== 'update' && status === 'open',
  );
  return [
    ...differ('prices', sorted(plan?.priceIds ?? []), sorted(charged.priceIds)),
    ...differ('status', own.status, charged.status),
    ...(charged.status === 'active' && owes ? [`${charged.id} owes and is active.`] : []),
  ];
}

const sorted = (priceIds: readonly string[]) => [...priceIds].sort().join();

/** Nothing that costs anything is had without being charged. */
function compareUncharged({ app }: Both, { planId, status }: OwnSubscription): string[] {
  const plan = app.config.product.plans.find(({ id }) => id === planId);
  const isFree = plan?.free && status === 'active';
  return isFree || status === 'canceled' ? [] : [`${planId} is ${status} and nobody charges it.`];
}

function findOrphans({ ours, theirs }: Both): string[] {
  const known = new Set(ours.subscriptions.map(({ id }) => id));
  return [
    ...theirs.customers
      .filter(({ id, reference }) => !known.has(reference) && !ours.declinedCustomers.includes(id))
      .map(({ id }) => `The customer ${id} is an orphan.`),
    ...theirs.subscriptions
      .filter((one) => isLiving(one) && !known.has(one.reference))
      .map(({ id }) => `The subscription ${id} is an orphan.`),
    ...repeated(theirs.customers.map(({ reference }) => reference)).map(
      (reference) => `${reference} has several customers.`,
    ),
  ];
}

/** Every payment belongs to one thing that somebody wanted and got. */
function findDoubleCharges(both: Both): string[] {
  const { ours, theirs } = both;
  const paid = theirs.invoices.filter(({ status }) => status === 'paid');
  const done = new Set(ours.intents.filter(({ status }) => status === 'done').map(({ id }) => id));
  const first = theirs.subscriptions.filter((one) =>
    paid.some(({ reason, subscriptionId }) => reason === 'create' && subscriptionId === one.id),
  );
  return [
    ...first
      .filter(({ intentId }) => !done.has(intentId))
      .map(({ id }) => `${id} was paid, and was refused or never asked for.`),
    ...repeated(theirs.subscriptions.map(({ intentId }) => intentId)).map(
      (id) => `The intent ${id} has made several subscriptions.`,
    ),
    ...findOverlaps(first),
    ...theirs.subscriptions.flatMap((one) => countRenewals(both, one, paid)),
    ...theirs.customers.flatMap(({ reference }) => countChanges(both, reference, paid)),
  ];
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

function countRenewals(
  { app }: Both,
  { id, createdAt, endedAt }: BookedSubscription,
  paid: readonly BookedInvoice[],
): string[] {
  const of = (reason: string) =>
    paid.filter((one) => one.subscriptionId === id && one.reason === reason).length;
  const end = endedAt ?? app.clock.now();
  const weeks = Math.floor((end.getTime() - createdAt.getTime()) / weekMs);
  return [
    ...(of('cycle') > weeks ? [`${id} was renewed ${of('cycle')} times in ${weeks} weeks.`] : []),
    ...(of('create') > 1 ? [`${id} has begun ${of('create')} times.`] : []),
  ];
}

/** Each change of the prices was asked for by one intent of its own. */
function countChanges(
  { ours, theirs }: Both,
  reference: string,
  paid: readonly BookedInvoice[],
): string[] {
  const begun = new Set(theirs.subscriptions.map(({ intentId }) => intentId));
  const wanted = ours.intents.filter(
    ({ id, subscriptionId, kind, status }) =>
      kind === 'change-plan' && status === 'done' && subscriptionId === reference && !begun.has(id),
  );
  const ids = theirs.subscriptions.filter((one) => one.reference === reference).map(({ id }) => id);
  const changes = paid.filter(
    ({ reason, subscriptionId }) => reason === 'update' && ids.includes(subscriptionId),
  );
  return changes.length > wanted.length
    ? [`${reference} was charged for ${changes.length} changes and wanted ${wanted.length}.`]
    : [];
}

function findLost({ ours, theirs }: Both): string[] {
  const open = ours.intents.filter(({ status }) => status === 'open');
  const kept = new Map(ours.events.map(({ id, isProcessed }) => [id, isProcessed]));
  return [
    ...open.map(({ id, kind }) => `The intent ${id} (${kind}) is open.`),
    ...theirs.eventIds
      .filter((id) => kept.get(id) !== true)
      .map((id) => `The event ${id} is ${kept.has(id) ? 'not processed' : 'lost'}.`),
    ...repeated(ours.events.map(({ id }) => id)).map((id) => `The event ${id} is kept twice.`),
  ];
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
