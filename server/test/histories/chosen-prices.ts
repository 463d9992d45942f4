import type { BookedInvoice, OwnIntent } from './books.ts';
import type { Both } from './compare-books.ts';

/** Instants of one provider are whole seconds. */
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

const toKey = (priceIds: readonly string[]) => [...priceIds].sort().join(' and ');

/**
 * Each renewal charges, and each project has now, the prices that its owner has chosen by then: a scheduled change takes
 * effect once and on its day, and one that was undone or replaced never does.
 */
export function findUnchosenPrices(both: Both): string[] {
  const { theirs, planted } = both;
  const projects = new Set(theirs.subscriptions.map(({ reference }) => reference));
  return [...projects]
    .filter((id) => id !== '' && !planted.repriced.has(id))
    .flatMap((id) => compareProject(both, id));
}

function compareProject(both: Both, project: string): string[] {
  const { app, theirs } = both;
  const actions = listActions(both, project);
  const own = theirs.subscriptions.filter(({ reference }) => reference === project);
  const renewals = theirs.invoices.filter(
    ({ reason, subscriptionId }) =>
      reason === 'cycle' && own.some(({ id }) => id === subscriptionId),
  );
  const compare = (what: string, at: Date, priceIds: readonly string[]) => {
    const chosen = findChosen({ actions, renewals }, at);
    return chosen.has(toKey(priceIds))
      ? []
      : [
          `${project}: ${what} of ${toKey(priceIds)}, chosen was ${[...chosen].join(' or ')} (${actions.map(tell).join(', ')}).`,
        ];
  };
  return [
    ...renewals.flatMap(({ id, createdAt, priceIds }) =>
      compare(`the renewal ${id}`, createdAt, priceIds),
    ),
    ...own
      .filter(({ status }) => !['canceled', 'incomplete'].includes(status))
      .flatMap(({ id, priceIds }) => compare(id, app.clock.now(), priceIds)),
  ];
}

const kinds = ['create', 'change-plan', 'undo-plan-change', 'end-at-period-end'];

/** Changes that the owner has asked for, also where a restored backup has forgotten them. */
function listActions({ ours, planted }: Both, project: string): OwnIntent[] {
  const kept = new Set(ours.intents.map(({ id }) => id));
  const forgotten = [...planted.intents.values()].filter(({ id }) => !kept.has(id));
  return [...forgotten, ...ours.intents]
    .filter(({ subscriptionId, kind }) => subscriptionId === project && kinds.includes(kind))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

const tell = ({ kind, status, accountId, createdAt }: OwnIntent) =>
  `${kind} ${status} by ${accountId} at ${createdAt.toISOString()}`;

interface Told {
  readonly actions: readonly OwnIntent[];
  readonly renewals: readonly BookedInvoice[];
}

/** Prices that may be charged then; several while a change is under way, or waits for the bank. */
function findChosen({ actions, renewals }: Told, at: Date): Set<string> {
  const before = renewals.filter(({ createdAt }) => createdAt < at);
  // A request that was refused later was open then, and the provider may have done it.
  const begun = actions
    .filter(({ createdAt }) => createdAt <= at)
    .map((one) =>
      one.status === 'refused' && one.leasedUntil > at ? { ...one, status: 'open' as const } : one,
    );
  const ended = actions.filter(({ leasedUntil }) => leasedUntil <= at);
  return new Set(
    [begun, ended].flatMap((done) => [...replay({ actions: done, renewals: before }, at)]),
  );
}

interface State {
  readonly present: string;
  /** Prices of changes whose payment may still be made. */
  readonly waiting: readonly string[];
  readonly scheduled: { readonly at: number; readonly key: string } | undefined;
  /** Whether an action that failed half-way, or waits for the bank, may have dropped what is scheduled. */
  readonly isUnsure: boolean;
}

const nothing: State = { present: '', waiting: [], scheduled: undefined, isUnsure: false };

function replay({ actions, renewals }: Told, at: Date): Set<string> {
  let state = nothing;
  let left = renewals;
  for (const action of actions) {
    state = renewAll(
      state,
      left.filter(({ createdAt }) => createdAt < action.createdAt),
    );
    left = left.filter(({ createdAt }) => createdAt >= action.createdAt);
    state = act(state, action);
  }
  const { present, waiting, scheduled, isUnsure } = renewAll(state, left);
  const isDue = scheduled && scheduled.at <= toSeconds(at);
  return new Set([
    ...waiting,
    ...(isDue ? [scheduled.key] : []),
    ...(isDue && !isUnsure ? [] : [present]),
  ]);
}

/** Each renewal is compared by itself, so here it tells what was charged from then on. */
function renewAll(state: State, renewals: readonly BookedInvoice[]): State {
  const last = renewals.at(-1);
  if (!last) {
    return state;
  }
  const { scheduled } = state;
  const isToCome = scheduled !== undefined && scheduled.at > toSeconds(last.createdAt);
  return {
    ...state,
    present: toKey(last.priceIds),
    scheduled: isToCome ? scheduled : undefined,
  };
}

function act(state: State, { kind, status, ...action }: OwnIntent): State {
  const key = toKey(action.priceIds ?? []);
  if (status !== 'done') {
    // Nobody knows whether the provider did a request that was open when a backup was restored.
    const waiting = status === 'open' ? [...state.waiting, key] : state.waiting;
    return { ...state, waiting, isUnsure: true };
  }
  if (kind === 'undo-plan-change' || kind === 'end-at-period-end') {
    return { ...state, scheduled: undefined };
  }
  if (action.takesEffectAt) {
    return { ...state, scheduled: { at: toSeconds(action.takesEffectAt), key }, isUnsure: false };
  }
  return action.isAsked && kind === 'change-plan'
    ? { ...state, waiting: [...state.waiting, key], isUnsure: true }
    : { present: key, waiting: [], scheduled: undefined, isUnsure: false };
}
