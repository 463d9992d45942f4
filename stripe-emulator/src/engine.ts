import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { type Bundle, hideInclusions } from './bundle.ts';
import type {
  Answer,
  CatalogueRoute,
  CatalogueScene,
  CustomerRoute,
  EventRoute,
  ListRoute,
  Route,
} from './routes.ts';
import type { Caller, CausedEvent, Scene } from './scene.ts';
import { type Catalogue, type CustomerState, emptyState, type Stored } from './state.ts';
import type { Changes, Delivery, SavedState, Store, Transaction } from './store/store.ts';
import { existing, missing } from './wire/errors.ts';

/** One call that the wire understood: its route, the ids in its path, its checked parameters. */
export interface Call {
  route: Route;
  ids: string[];
  params: object;
  caller: Caller;
  request: Cause;
}

/** The request that events name; nulls for what happens by itself. */
interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

/** The answer, what it may be expanded with, and what has to be written with it. */
export interface Outcome {
  answer: Answer;
  states: CustomerState[];
  catalogue: Catalogue;
  changes: Changes;
}

export interface EngineOptions {
  store: Store;
  /** Unix seconds. */
  clock: () => number;
  seed: string;
  apiVersion: string;
  bundle: Bundle;
}

/** Something that is due runs once at its instant; more often means that a rule never gets past it. */
const mostRunsAtOneInstant = 1000;

/** Runs handlers: locks what they work on, and gives them time and new ids. */
export class Engine {
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  accountNow({ clockOffset }: Catalogue): number {
    return this.#options.clock() + clockOffset;
  }

  run(tx: Transaction, call: Call): Promise<Outcome> {
    const { route } = call;
    switch (route.kind) {
      case 'customer':
        return this.#runOnCustomer(tx, call, route);
      case 'catalogue':
        return this.#runOnCatalogue(tx, call, route);
      case 'list':
        return this.#runList(tx, call, route);
      case 'events':
        return this.#runOnEvents(tx, call, route);
    }
  }

  /** Does what became due meanwhile in its order, each thing at its own instant. */
  async settle() {
    const { store } = this.#options;
    let runs = { key: '', count: 0 };
    for (;;) {
      const catalogue = await store.readCatalogue();
      const clocks = Object.values(catalogue.testClocks).map((one) => [one.id, one.frozen_time]);
      const due = await store.nextDue(this.accountNow(catalogue), Object.fromEntries(clocks));
      if (!due) {
        return;
      }
      const key = `${due.owner} ${due.dueAt}`;
      runs = { key, count: runs.key === key ? runs.count + 1 : 1 };
      if (runs.count > mostRunsAtOneInstant) {
        throw new Error(`What is due for ${due.owner} at ${due.dueAt} never ends`);
      }
      await store.transaction((tx) => this.#runDue(tx, due.owner, due.dueAt));
    }
  }

  /** Something outside of Stripe happens to an object, such as a bank's answer. */
  async runOnObject<T>(id: string, work: (scene: Scene) => T): Promise<T> {
    return this.#options.store.transaction(async (tx) => {
      const [owner] = await tx.ownersOf([id]);
      const [state] = owner === undefined ? [] : await tx.lockStates([owner]);
      if (!state) {
        throw missing('object', id);
      }
      const catalogue = await tx.readCatalogue();
      const { newIds, toEvents, enter } = await this.#begin(tx, { isPublishable: false }, nobody);
      const now = this.#timeFor(state, {}, catalogue);
      const result = structuredClone(
        work(enter({ state, guests: [], foreign: [], catalogue, now })),
      );
      const states = [this.#toSaved(state, [...newIds], catalogue)];
      await tx.commit({ states, ...toEvents(now, catalogue) });
      return result;
    });
  }

  /** Something changes what is sold or set. */
  async runOnAccount<T>(work: (scene: CatalogueScene) => T): Promise<T> {
    return this.#options.store.transaction(async (tx) => {
      const catalogue = await tx.lockCatalogue();
      const { tools, toEvents } = await this.#begin(tx, { isPublishable: false }, nobody);
      const now = this.accountNow(catalogue);
      const result = structuredClone(work({ ...tools, catalogue, now }));
      await tx.commit({ catalogue, ...toEvents(this.accountNow(catalogue), catalogue) });
      return result;
    });
  }

  async #runDue(tx: Transaction, owner: string, dueAt: number) {
    const [state] = await tx.lockStates([owner]);
    const catalogue = await tx.lockCatalogue();
    const isDue = (time: number | undefined) => time !== undefined && time <= dueAt;
    const { due } = this.#options.bundle;
    const rule = state && due.find((one) => isDue(one.nextAt(state, catalogue)));
    if (!rule) {
      return;
    }
    const { newIds, toEvents, enter } = await this.#begin(tx, { isPublishable: false }, nobody);
    rule.run(enter({ state, guests: [], foreign: [], catalogue, now: dueAt }));
    const states = [this.#toSaved(state, [...newIds], catalogue)];
    await tx.commit({ states, catalogue, ...toEvents(dueAt, catalogue) });
  }

  async #runOnCustomer(tx: Transaction, call: Call, route: CustomerRoute): Promise<Outcome> {
    const { params, ids } = call;
    const { newIds, toEvents, tools, enter } = await this.#begin(tx, call.caller, call.request);
    const { state, guests, foreign } = await findStates(tx, call, route, tools.newId);
    const changesCatalogue = route.changesCatalogue(params);
    const catalogue = await (changesCatalogue ? tx.lockCatalogue() : tx.readCatalogue());
    const now = this.#timeFor(state, params, catalogue);
    const scene = enter({ state, guests, foreign, catalogue, now });
    const answer = route.run(scene, params, ...ids);
    if (route.method === 'GET') {
      return { answer, states: [state, ...guests], catalogue, changes: {} };
    }
    const emptied = guests.filter((one) => !hasObjects(one));
    const ownIds = emptied.length > 0 ? idsIn(state) : [...newIds];
    const changes: Changes = {
      states: [
        ...(hasObjects(state) ? [this.#toSaved(state, ownIds, catalogue)] : []),
        ...guests.filter(hasObjects).map((one) => this.#toSaved(one, [], catalogue)),
      ],
      removed: emptied.map((one) => one.owner),
      ...(changesCatalogue && { catalogue }),
      ...toEvents(now, catalogue),
    };
    return { answer, states: [state, ...guests], catalogue, changes };
  }

  async #runOnCatalogue(tx: Transaction, call: Call, route: CatalogueRoute): Promise<Outcome> {
    const { toEvents, tools } = await this.#begin(tx, call.caller, call.request);
    const isReading = route.method === 'GET';
    const catalogue = await (isReading ? tx.readCatalogue() : tx.lockCatalogue());
    const now = this.accountNow(catalogue);
    const answer = route.run({ ...tools, catalogue, now }, call.params, ...call.ids);
    if (isReading) {
      return { answer, states: [], catalogue, changes: {} };
    }
    const states = route.removesClock ? await tx.readStates('all') : [];
    const removed = states.filter((state) => clockOf(state) === call.ids[0]);
    const changes = {
      catalogue,
      removed: removed.map(({ owner }) => owner),
      ...toEvents(now, catalogue),
    };
    return { answer, states: [], catalogue, changes };
  }

  async #runList(tx: Transaction, { params, ids }: Call, route: ListRoute): Promise<Outcome> {
    const catalogue = await tx.readCatalogue();
    const id = route.among(params, ids);
    const owners = id === undefined ? 'all' : named(await tx.ownersOf([id]));
    if (owners.length === 0 && catalogue.settings.listsOfUnknownAreMissing) {
      throw missing('object', id ?? '');
    }
    const states = await tx.readStates(owners);
    const answer = states.flatMap((state) => route.rows(state, params, ...ids));
    return { answer, states, catalogue, changes: {} };
  }

  async #runOnEvents(tx: Transaction, { params, ids }: Call, route: EventRoute): Promise<Outcome> {
    const answer = await route.run(tx, params, ...ids);
    return { answer, states: [], catalogue: await tx.readCatalogue(), changes: {} };
  }

  #timeFor(state: CustomerState, params: object, catalogue: Catalogue) {
    const asked = 'test_clock' in params ? params.test_clock : null;
    const clock = clockOf(state) ?? asked;
    return typeof clock === 'string' && clock !== ''
      ? existing(catalogue.testClocks, clock, 'test clock', 'test_clock').frozen_time
      : this.accountNow(catalogue);
  }

  #toSaved(state: CustomerState, newIds: string[], catalogue: Catalogue): SavedState {
    const times = this.#options.bundle.due.flatMap((rule) => rule.nextAt(state, catalogue) ?? []);
    const dueAt = times.length > 0 ? Math.min(...times) : null;
    return { state, newIds, clock: clockOf(state), dueAt };
  }

  async #begin(tx: Transaction, caller: Caller, cause: Cause) {
    const { seed, bundle } = this.#options;
    const number = await tx.nextNumber();
    const newIds: string[] = [];
    const newId = (prefix: string) => {
      const id = `${prefix}_${toSuffix(seed, number, newIds.length)}`;
      newIds.push(id);
      return id;
    };
    const caused: CausedEvent[] = [];
    let entered: Scene | undefined;
    const emit: Scene['emit'] = (type, object, previous) => {
      // A copy: the handler may go on to change the object.
      caused.push({ type, object: structuredClone(object), ...(previous && { previous }) });
      for (const reaction of entered ? bundle.reactionsTo(type) : []) {
        reaction.run(entered as Scene, object.id ?? '');
      }
    };
    const tools = { newId, emit, caller };
    const enter = (scene: Omit<Scene, keyof typeof tools>): Scene => {
      entered = { ...tools, ...scene };
      return entered;
    };
    const toEvents = (now: number, catalogue: Catalogue) => {
      const numbered = caused.map((one) => ({
        ...one,
        id: newId('evt'),
        now,
        cause: causeOf(one, cause),
      }));
      const events = numbered.map((one) => this.#toEvent(one, catalogue));
      return {
        events: events.map(({ event }) => event),
        deliveries: events.flatMap(({ deliveries }) => deliveries),
      };
    };
    return { newIds, toEvents, tools, enter };
  }

  #toEvent(
    { id, type, now, cause, ...data }: CausedEvent & { id: string; now: number; cause: Cause },
    catalogue: Catalogue,
  ) {
    const deliveries = Object.values(catalogue.webhookEndpoints)
      .filter(({ status }) => status === 'enabled')
      .filter(({ enabled_events: names }) => names.includes('*') || names.includes(type))
      .map(({ id: endpoint }): Delivery => {
        return { id: `${id}/${endpoint}`, event: id, endpoint, attempts: 0, dueAt: now };
      });
    const event = {
      id,
      object: 'event',
      api_version: this.#options.apiVersion,
      created: now,
      data: {
        object: hideInclusions(this.#options.bundle, data.object),
        ...(data.previous && { previous_attributes: data.previous }),
      },
      livemode: false,
      pending_webhooks: deliveries.length,
      // As recorded: the payment of an invoice names no request, even if one has made it.
      request: type === 'invoice_payment.paid' ? nobody : cause,
      type,
    };
    // The declaration is a union over all types; here type and object come from one handler.
    return { event: event as unknown as Stored<Stripe.Event>, deliveries };
  }
}

/** The state that a call is about, empty when nobody owns the id; and states of objects that it may take over. */
async function findStates(
  tx: Transaction,
  { params, ids }: Call,
  route: CustomerRoute,
  newId: (prefix: string) => string,
) {
  const id = typeof route.owner === 'function' ? route.owner(params) : ids[0];
  const taken = named(route.takes(params, ids));
  const [known, ...holders] = await tx.ownersOf([id ?? '', ...taken]);
  const isNew = route.owner === 'new';
  const owner = (isNew ? undefined : known) ?? newId(isNew ? 'cus' : guest);
  const waiting = named(holders).filter((holder) => holder.startsWith(guest));
  const owners = [...new Set([owner, ...waiting])];
  const states = await (route.method === 'GET' ? tx.readStates(owners) : tx.lockStates(owners));
  const state = states.find((one) => one.owner === owner) ?? emptyState(owner);
  return {
    state,
    guests: states.filter((one) => one !== state),
    foreign: taken.filter((_, index) => isForeign(holders[index], owner)),
  };
}

const isForeign = (holder: string | undefined, owner: string) =>
  holder !== undefined && holder !== owner && !holder.startsWith(guest);

const nobody: Cause = { id: null, idempotency_key: null };

/** Begins the owner of objects that belong to no customer yet. */
const guest = 'guest';

const named = (ids: (string | undefined)[]) => ids.flatMap((id) => id ?? []);

/** Sorts as it was made, and looks like Stripe's. */
function toSuffix(seed: string, number: number, index: number): string {
  const hash = createHash('sha256').update(`${seed}/${number}/${index}`).digest('base64');
  const order = number.toString(36).padStart(7, '0') + index.toString(36).padStart(3, '0');
  return `1${order}${hash.replace(/[^A-Za-z0-9]/g, '').slice(0, 13)}`;
}

function clockOf({ customer }: CustomerState): string | null {
  return customer && 'test_clock' in customer ? (customer.test_clock ?? null) : null;
}

const hasObjects = (state: CustomerState) => state.customer !== null || idsIn(state).length > 0;

function idsIn({ owner: _, customer, billing: __, ...kinds }: CustomerState): string[] {
  const ids = Object.values(kinds).flatMap((objects) => Object.keys(objects));
  return customer ? [customer.id, ...ids] : ids;
}

/** Recorded without a request, whatever paid the invoice. */
function causeOf({ type }: CausedEvent, cause: Cause): Cause {
  return type === 'invoice_payment.paid' ? { id: null, idempotency_key: null } : cause;
}
