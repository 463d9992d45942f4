import { holdDraft } from './billing/draft-delivery.ts';
import { authenticate } from './browser.ts';
import { readBrowserScript } from './browser-script.ts';
import { createBundle } from './bundle.ts';
import { callControl, createControl, plant, type Seed } from './control.ts';
import { Courier, type Deliver } from './courier.ts';
import { Engine } from './engine.ts';
import { servePaper } from './papers/serve-paper.ts';
import { account } from './resources/account.ts';
import { balanceTransactions } from './resources/balance-transactions.ts';
import { charges } from './resources/charges.ts';
import { coupons } from './resources/coupons.ts';
import { creditNotes } from './resources/credit-notes.ts';
import { customers } from './resources/customers.ts';
import { events } from './resources/events.ts';
import { invoiceItems } from './resources/invoice-items.ts';
import { invoices } from './resources/invoices.ts';
import { paymentIntents } from './resources/payment-intents.ts';
import { paymentMethods } from './resources/payment-methods.ts';
import { prices, products } from './resources/products.ts';
import { refunds } from './resources/refunds.ts';
import { setupIntents } from './resources/setup-intents.ts';
import { subscriptionSchedules } from './resources/subscription-schedules.ts';
import { subscriptions } from './resources/subscriptions.ts';
import { taxIds } from './resources/tax-ids.ts';
import { taxRates } from './resources/tax-rates.ts';
import type { Store } from './store/store.ts';
import { invalid, StripeError } from './wire/errors.ts';
import { type AnswerCheck, type Incoming, Wire } from './wire/serve.ts';
import { shapes } from './wire/shapes.ts';
import { Faults } from './world/faults.ts';

export type { Control, Seed } from './control.ts';
export type { Deliver } from './courier.ts';
export { accountPrefix } from './state.ts';
export { createMemoryStore } from './store/memory.ts';
export { createPostgresStore, type Pool } from './store/postgres.ts';
export type { Store } from './store/store.ts';
export { ConnectionDropped } from './world/faults.ts';

export interface EmulatorOptions {
  store: Store;
  /** Milliseconds, as of `Date.now`. */
  clock?: () => number;
  /** Brings an event to an endpoint; without it, events go over the network. */
  deliver?: Deliver;
  /** Told of a failure for which nobody waits: events could not be read or sent on. */
  report?: (error: unknown) => void;
  /** Products and prices that exist from the start. */
  seed?: Seed;
  /** Where the emulator's papers are reached, instead of at Stripe's hosts. */
  papersUrl?: string;
  /** Compares each answer with what Stripe declares; `control.selfcheck` tells what it found. */
  check?: AnswerCheck;
  /** Ids follow from it: the same calls give the same ids. */
  idSeed?: string;
}

export type Emulator = ReturnType<typeof createEmulator>;

const resources = [
  customers,
  subscriptions,
  subscriptionSchedules,
  invoices,
  invoiceItems,
  creditNotes,
  taxRates,
  paymentMethods,
  setupIntents,
  paymentIntents,
  charges,
  refunds,
  taxIds,
  balanceTransactions,
  products,
  prices,
  coupons,
  account,
  events,
];

/** Stripe's API as a function with the signature of the Web's `fetch`. */
export function createEmulator(options: EmulatorOptions) {
  const { store, clock = Date.now, deliver = sendOverNetwork, seed = {}, idSeed = '' } = options;
  const bundle = createBundle(resources);
  const seconds = () => Math.floor(clock() / 1000);
  const { apiVersion } = shapes;
  const engine = new Engine({ store, clock: seconds, seed: idSeed, apiVersion, bundle });
  const faults = new Faults();
  const { papersUrl, check } = options;
  const wire = new Wire({
    ...{ store, engine, bundle, faults },
    ...(papersUrl && { papersUrl }),
    ...(check && { check }),
  });
  const courier = new Courier({
    store,
    deliver,
    now: (catalogue) => engine.accountNow(catalogue),
    onDelivery: (event, triedAgainAt) => holdDraft(engine, event, triedAgainAt),
    report: options.report ?? writeError,
  });
  let planted: Promise<void> | undefined;

  const now = async () => engine.accountNow(await store.readCatalogue());

  /** Moves the account's clock, in Unix seconds, and does what falls due until then. */
  async function moveClock(toTime: (now: number) => number) {
    await engine.runOnAccount(({ catalogue }) => {
      const before = engine.accountNow(catalogue);
      const after = toTime(before);
      if (after < before) {
        throw invalid('The clock of the account does not go back.');
      }
      catalogue.clockOffset += after - before;
    });
    await engine.settle();
    courier.start();
    return { now: await now() };
  }

  /** To this time, in Unix seconds. */
  const advance = (to: number) => moveClock(() => to);

  const control = createControl({ store, engine, wire, courier, faults, seed, moveClock, now });

  async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    planted ??= plant(engine, seed).catch((error: unknown) => {
      // The next call tries again, as when the database comes back.
      planted = undefined;
      throw error;
    });
    await planted;
    const incoming = await read(input, init);
    try {
      return await route(incoming);
    } catch (error) {
      if (error instanceof StripeError) {
        return Response.json(error.toBody(), { status: error.status, headers: forPages });
      }
      throw error;
    } finally {
      courier.start();
    }
  }

  /** Requests outside Stripe's API: the script for pages, papers, and the bank's dialog. */
  async function servePage({
    method,
    url,
    headers,
    body,
  }: Incoming): Promise<Response | undefined> {
    if (method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: forPages });
    }
    if (method === 'POST') {
      return url.pathname === '/_browser/authenticate'
        ? Response.json(await authenticate(engine, body), { headers: forPages })
        : undefined;
    }
    if (url.pathname.endsWith('/stripe.js')) {
      const type = { 'content-type': 'text/javascript; charset=utf-8' };
      return new Response(await readBrowserScript(), { headers: type });
    }
    return servePaper(store, url, headers);
  }

  async function route(incoming: Incoming): Promise<Response> {
    const { method, url, body } = incoming;
    if (url.pathname.startsWith('/_control/')) {
      return Response.json(await callControl(control, method, url.pathname, body));
    }
    const isCall = url.pathname.startsWith('/v1/') && method !== 'OPTIONS';
    const page = isCall ? undefined : await servePage(incoming);
    if (page) {
      return page;
    }
    const reply = await wire.serve(incoming);
    return new Response(reply.body, {
      status: reply.status,
      headers: { ...reply.headers, ...forPages },
    });
  }

  return {
    fetch: (input: string | URL | Request, init?: RequestInit) =>
      untilAborted(answer(input, init), init?.signal),
    advance,
    control,
    stop: () => courier.stop(),
    /** Does what fell due meanwhile, and resolves when its events were sent. */
    settle: async () => {
      await engine.settle();
      courier.start();
      await courier.finish();
    },
  };
}

/** `Request` is read on its own only if necessary: the SDK sends text, a thousand times in a test. */
async function read(input: string | URL | Request, init: RequestInit = {}): Promise<Incoming> {
  const { body = null, method = 'GET', headers } = init;
  if (input instanceof Request || (body !== null && typeof body !== 'string')) {
    const request = new Request(input, init);
    const { method: verb, headers: all } = request;
    return { method: verb, url: new URL(request.url), headers: all, body: await request.text() };
  }
  return { method, url: new URL(input), headers: new Headers(headers), body: body ?? '' };
}

/** Pages of any address talk to Stripe with their publishable key. */
const forPages = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-expose-headers': 'request-id, stripe-should-retry, idempotent-replayed',
};

const writeError = (error: unknown) =>
  void process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);

const deliveryTimeoutMs = 10_000;

const sendOverNetwork: Deliver = (url, { headers, body }) =>
  fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(deliveryTimeoutMs),
  });

/** The request goes on when nobody waits for it any more, as it does at Stripe. */
async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) {
    return work;
  }
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
