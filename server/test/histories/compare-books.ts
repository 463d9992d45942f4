import { itemsOf, planOfItems } from '../../src/modules/billing/port/rules/plan.ts';
import type { TestApp } from '../harness/test-app.ts';
import {
  type BookedInvoice,
  type BookedSubscription,
  type Books,
  type OwnBooks,
  type OwnSubscription,
  readOwnBooks,
} from './books.ts';
import { findWrongCash } from './checks/cash.ts';
import { findDoubleCharges, namesOf, repeated } from './checks/double-charges.ts';
import { findDoubleDiscounts } from './checks/double-discounts.ts';
import { findWrongRefunds } from './checks/refunds-once.ts';
import { findUnpaidAccess, findUnpaidCredit } from './checks/unpaid-time.ts';
import { newPlanted, type Planted } from './planted.ts';
import { readSandbox } from './stripe/stripe-books.ts';

/** In sentences, what is not as the provider has it, or was charged wrongly; of one subscription or of all. */
export async function findDrift(app: TestApp, subscriptionId?: string): Promise<string[]> {
  const theirs = await readSandbox(app);
  if (subscriptionId === undefined) {
    return compareBooks(app, theirs);
  }
  const subscriptions = theirs.subscriptions.filter(
    ({ reference }) => reference === subscriptionId,
  );
  const all = await compareBooks(app, { ...theirs, subscriptions, events: [] });
  const others = (await readOwnBooks(app)).subscriptions.filter(({ id }) => id !== subscriptionId);
  return all.filter((sentence) => !others.some(({ id }) => sentence.startsWith(id)));
}

/** Compares our books with those of the provider. */
export async function compareBooks(
  app: TestApp,
  theirs: Books,
  planted = newPlanted(),
): Promise<string[]> {
  const both: Both = { app, ours: await readOwnBooks(app), theirs, planted };
  return [
    ...both.ours.subscriptions.flatMap((own) =>
      compareOne(both, own).map((sentence) => `${own.id}: ${sentence}`),
    ),
    ...findOrphans(both),
    ...findDoubleCharges(both),
    ...findDoubleDiscounts(both),
    ...findWrongRefunds(both),
    ...findLost(both),
    ...findUnpaidCredit(both),
    ...findUnpaidAccess(both),
    ...findWrongCash(both),
  ];
}

/** Whether the plan and the status that are shown are the ones that are charged, right now. */
export async function findStale(app: TestApp, theirs: Books, id: string): Promise<string[]> {
  const both: Both = { app, ours: await readOwnBooks(app), theirs, planted: newPlanted() };
  const own = both.ours.subscriptions.find((one) => one.id === id);
  const charged = theirs.subscriptions.find((one) => one.id === own?.charged);
  return own && charged ? compareCharged(both, own, charged) : [];
}

export interface Both {
  readonly app: TestApp;
  readonly ours: OwnBooks;
  readonly theirs: Books;
  readonly planted: Planted;
}

const isRunning = ({ status }: BookedSubscription) => status !== 'canceled';

function compareOne(both: Both, own: OwnSubscription): string[] {
  const { theirs, ours } = both;
  const running = theirs.subscriptions.filter((one) => one.reference === own.id && isRunning(one));
  const strays = running.filter(({ id }) => id !== own.charged && id !== own.next);
  const charged = running.find(({ id }) => id === own.charged);
  const customer = customerOf(both, own);
  // An invoice of 0, as of the free price, is neither listed nor mailed; one of time that an operator gave is listed.
  const invoices = closeEnded(
    theirs,
    theirs.invoices.filter(
      ({ customerId, total, isGiven }) => customerId === customer?.id && (total !== 0 || isGiven),
    ),
  );
  const own_ = ours.invoices.filter(({ subscriptionId }) => subscriptionId === own.id);
  return [
    ...strays.map(({ id }) => `${id} is charged and nobody here knows.`),
    ...findAdopted(both, own),
    ...(charged ? compareCharged(both, own, charged) : compareUncharged(both, own)),
    ...differ('card', own.card, customer?.card ?? null),
    ...differ('customer', own.customerId, customer?.id ?? null),
    ...differ('invoices', list(own_), list(invoices)),
  ];
}

/** The product gives up an invoice that its subscription has left open, and the open one of a stranger. */
function closeEnded({ subscriptions }: Books, invoices: readonly BookedInvoice[]) {
  const isStranger = ({ reference }: { reference: string }) => reference === '';
  const ended = new Set(
    subscriptions.filter((one) => !isRunning(one) || isStranger(one)).map(({ id }) => id),
  );
  return invoices.map((invoice) =>
    invoice.status === 'open' && ended.has(invoice.subscriptionId)
      ? { ...invoice, status: 'uncollectible' as const }
      : invoice,
  );
}

/** After a restored backup one that is left without anything running may stay for its invoices. */
function customerOf({ theirs, planted }: Both, own: OwnSubscription) {
  const all = theirs.customers.filter(({ reference }) => reference === own.id);
  const isRestored = planted.intents.size > 0;
  return (
    all.find(({ id }) => id === own.customerId) ??
    all.find(({ id }) => !isRestored || isPaying(theirs, id))
  );
}

const isPaying = ({ subscriptions }: Books, customerId: string) =>
  subscriptions.some((one) => one.customerId === customerId && isRunning(one));

/** Each charge of a project was made for it, by this installation. */
function findAdopted({ theirs }: Both, own: OwnSubscription): string[] {
  const taken = [own.charged, own.next].filter((id) => id !== null);
  const isOwn = (id: string) =>
    theirs.subscriptions.some((one) => one.id === id && one.reference === own.id);
  return taken.filter((id) => !isOwn(id)).map((id) => `${id} is a stranger, and adopted.`);
}

const list = (invoices: readonly { id: string; status: string; total: number }[]) =>
  invoices
    .map(({ id, status, total }) => `${id} ${status} ${total}`)
    .sort()
    .join(', ');

function differ<Value extends string | number>(
  what: string,
  here: Value | null,
  there: Value | null,
): string[] {
  return here === there ? [] : [`${what}: ${here} here, ${there} there.`];
}

/** Compares one project with the subscription that is charged for it. */
export function compareCharged(
  { app, theirs }: Pick<Both, 'app' | 'theirs'>,
  own: OwnSubscription,
  charged: BookedSubscription,
): string[] {
  const plan = planOfItems(app.config.product, itemsOf(charged));
  return [
    // On prices that no plan knows, the plan of before stays.
    ...(plan ? differ('plan', own.planId, plan.id) : []),
    ...differ('price', own.price, charged.price),
    ...differ('status', own.status, charged.status),
    ...differ('end', timeOf(own.endsAt), timeOf(charged.endsAt)),
    ...differ('scheduled', comingOf(own), comingOf(charged)),
    ...(charged.status === 'active' && owesNewest(theirs, charged)
      ? [`${charged.id} owes and is active.`]
      : []),
  ];
}

/**
 * Stripe makes a subscription active as soon as its newest invoice is paid, while older ones may stay open. The invoice of
 * a change that waits for its payment does not count.
 */
function owesNewest({ invoices }: Books, { id }: BookedSubscription): boolean {
  const [newest] = invoices
    .filter(
      ({ subscriptionId, status }) => subscriptionId === id && !['void', 'draft'].includes(status),
    )
    .filter(({ reason, status }) => reason !== 'update' || status !== 'open')
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return newest?.status === 'open';
}

const comingOf = ({ scheduled }: Pick<BookedSubscription, 'scheduled'>) =>
  scheduled && `${[...scheduled.priceIds].sort().join(' and ')} at ${timeOf(scheduled.at)}`;

const timeOf = (instant: Date | null) => instant?.toISOString() ?? null;

/** Finds a paid plan that is not charged. */
function compareUncharged({ app }: Both, { planId, status }: OwnSubscription): string[] {
  const plan = app.config.product.plans.find(({ id }) => id === planId);
  const isFree = plan?.free && status === 'active';
  return isFree || status === 'canceled' ? [] : [`${planId} is ${status} and nobody charges it.`];
}

const wasCharged = ({ invoices }: Books, customer: string) =>
  invoices.some(({ customerId, status }) => customerId === customer && status !== 'void');

function findOrphans({ ours, theirs, planted }: Both): string[] {
  // A stranger names no project.
  const known = new Set([...ours.subscriptions.map(({ id }) => id), ...planted.projects, '']);
  const isRestored = planted.intents.size > 0;
  const alone = theirs.customers.filter(({ id }) => !isRestored || isPaying(theirs, id));
  return [
    ...theirs.customers
      .filter(({ id, reference }) => !known.has(reference) && !ours.declinedCustomers.includes(id))
      // One with credit, given in the dashboard for example, is kept as a record; after a restored backup also one that was charged.
      .filter(({ id, credit }) => credit === 0 && !(isRestored && wasCharged(theirs, id)))
      .map(({ id, reference }) => `The customer ${id} of ${reference} is an orphan.`),
    ...theirs.subscriptions
      .filter((one) => isRunning(one) && !known.has(one.reference))
      .map(
        ({ id, reference }) =>
          `The subscription ${id} of ${reference} is an orphan: ${namesOfIntents(ours, reference)}.`,
      ),
    ...repeated(namesOf(alone)).map((reference) => `${reference} has several customers.`),
  ];
}

const namesOfIntents = ({ intents }: OwnBooks, reference: string) =>
  intents
    .filter(({ subscriptionId }) => subscriptionId === reference)
    .map(({ kind, status }) => `${kind} ${status}`)
    .join(', ');

/** Stripe lists an event so long; soon afterwards we remove it, once it is processed. */
const listedMs = 30 * 86_400_000;

function findLost({ app, ours, theirs }: Both): string[] {
  const now = app.clock.now().getTime();
  const open = ours.intents.filter(({ status }) => status === 'open');
  const kept = new Map(ours.events.map((event) => [event.id, event]));
  return [
    ...open.map(({ id, kind }) => `The intent ${id} (${kind}) is open.`),
    ...theirs.events
      .filter(({ createdAt }) => now - createdAt.getTime() < listedMs)
      .filter(({ id }) => !kept.get(id)?.processedAt)
      .map(
        ({ id }) =>
          `The event ${id} is ${kept.has(id) ? 'not processed' : 'lost'}: ${kept.get(id)?.about}.`,
      ),
    ...repeated(ours.events.map(({ id }) => id)).map((id) => `The event ${id} is kept twice.`),
  ];
}
