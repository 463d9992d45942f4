import type { BookedInvoice, BookedSubscription } from '../books.ts';
import type { Both } from '../compare-books.ts';
import type { Households } from '../households.ts';
import { repeated } from './double-charges.ts';

/** One person with all accounts that had their verified address. */
export interface Buyer {
  readonly accounts: readonly string[];
  /** Projects whose buyer was shown a trial, and told that it has begun. */
  readonly promised: ReadonlySet<string>;
}

interface Trials extends Both {
  readonly buyers: readonly Buyer[];
  readonly households: Households;
}

/** Finds second trials of a person, and trials that differ from what was shown. */
export function findWrongTrials(all: Trials): string[] {
  const { ours, theirs, planted, buyers, households } = all;
  const begun = theirs.subscriptions.filter(({ trialEnd }) => trialEnd !== null);
  const intents = [...planted.intents.values(), ...ours.intents];
  const accountOf = ({ intentId }: BookedSubscription) =>
    intents.find(({ id }) => id === intentId)?.accountId;
  // A restored backup has forgotten the trials since.
  const noted = begun.filter(({ reference }) => !planted.projects.has(reference));
  const people = noted.map((one) => {
    const account = accountOf(one) ?? 'nobody';
    const person = buyers.find(({ accounts }) => accounts.includes(account));
    // A restored backup gives each account its own address again.
    return planted.intents.size > 0 ? account : (person?.accounts[0] ?? account);
  });
  const cards = noted.flatMap(({ intentId }) => households.cardOf(intentId) ?? []);
  const promised = buyers.flatMap((buyer) => [...buyer.promised]);
  return [
    ...repeated(people).map((person) => `${person} had two trials: ${namesOf(noted)}.`),
    ...repeated(cards).map((card) => `${card} had two trials: ${namesOf(noted)}.`),
    ...promised
      .filter((id) => !begun.some(({ reference }) => reference === id))
      .map((id) => `${id} was to begin with a trial.`),
    ...begun.flatMap((one) => findCharges(all, one)),
  ];
}

const namesOf = (subscriptions: readonly BookedSubscription[]) =>
  subscriptions.map(({ reference }) => reference).join(', ');

/** A trial lasts as long as its plan says, and nothing is charged before its end, unless by hand. */
function findCharges(
  { app, theirs, planted }: Both,
  { id, reference, createdAt, trialEnd }: BookedSubscription,
): string[] {
  const days = app.config.product.plans.flatMap(({ trial }) => trial?.days ?? []);
  const lasts = ((trialEnd?.getTime() ?? 0) - createdAt.getTime()) / 86_400_000;
  const early = theirs.invoices.filter(
    (one) =>
      one.subscriptionId === id &&
      one.total > 0 &&
      !planted.invoices.has(one.id) &&
      trialEnd !== null &&
      one.createdAt < trialEnd,
  );
  return [
    ...(days.includes(Math.round(lasts * 1_000) / 1_000)
      ? []
      : [`${reference} has a trial of ${lasts} days.`]),
    ...early.map((invoice) => `${reference} was charged in its trial: ${invoice.id}.`),
  ];
}

/** Finds paid plans without a charge, a discount or a running trial. */
export function findUnpaidTime({ app, ours, theirs, planted }: Both): string[] {
  const now = app.clock.now();
  return ours.subscriptions.flatMap(({ id, status, planId, charged }) => {
    const plan = app.config.product.plans.find((one) => one.id === planId);
    const running = theirs.subscriptions.find((one) => one.id === charged);
    if (status !== 'active' || plan?.free || !running || planted.repriced.has(id)) {
      return [];
    }
    const trialEnd = running.trialEnd;
    const stands = theirs.invoices.some(
      // An invoice that an operator has given up in the dashboard is their gift.
      (one) =>
        one.subscriptionId === charged &&
        (planted.invoices.has(one.id) || standsFor(one, trialEnd)),
    );
    const isInTrial = trialEnd !== null && now < trialEnd;
    return stands || isInTrial ? [] : [`${id} has ${planId}, and nothing was charged for it.`];
  });
}

const standsFor = (
  { status, total, discount, createdAt }: BookedInvoice,
  trialEnd: Date | null,
): boolean =>
  status !== 'void' && (total > 0 || discount > 0) && (trialEnd === null || createdAt >= trialEnd);
