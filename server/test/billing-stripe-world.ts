import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BookedSubscription, Books } from './billing-books.ts';
import type { MessageKind } from './billing-deeds.ts';
import type { World } from './billing-world.ts';
import type { Chance } from './chance.ts';
import { openFaultyDatabase, wrapPayments } from './payment-faults.ts';
import {
  type Fault,
  pinnedVersion,
  type StripeStandIn,
} from './payment-provider/stripe-stand-in.ts';
import { settle } from './payment-scenes.ts';
import { createTestApp } from './test-app.ts';
import { callable } from './wire-client.ts';

const secret = 'whsec_test';
/** Marks what the world outside sends, which is no key of ours. */
export const outsideKey = 'outside-';

interface Trouble {
  readonly standIn: StripeStandIn;
  /** Decides which requests to Stripe fail; none do without it. */
  readonly chance?: Chance;
}

/** The product with the stand-in for Stripe, whose messages come twice and in any order. */
export async function openStripeWorld({ standIn, chance }: Trouble): Promise<World> {
  const { url } = standIn;
  await standIn.control('reset', { cfg: { final: 'unpaid' } });
  const app = await createTestApp({
    payments: wrapPayments,
    open: openFaultyDatabase,
    logger: false,
    env: {
      HEARTH_MODE: 'local',
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_anything',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_anything',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_BASE: url,
      STRIPE_REQUESTS_PER_SECOND: '1000',
    },
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const hook = `http://127.0.0.1:${port}/webhooks/stripe`;
  await standIn.control('webhooks', { url: hook, secret, duplicate: 2, shuffle: true });
  // The first pull marks from when on every event must be here.
  await settle(app);
  let isShaky = chance !== undefined;
  return {
    app,
    get isShaky() {
      return isShaky;
    },
    async call(name, call) {
      if (isShaky && chance && chance.below(4) === 0) {
        await standIn.addFault(chooseTrouble(chance));
      }
      return await callable(app, name, call);
    },
    readBooks: () => readStandIn(url),
    async advance(ms) {
      const seconds = Math.ceil(ms / 1_000);
      app.clock.advance(seconds * 1_000);
      await standIn.advance(seconds * 1_000);
    },
    async settle() {
      try {
        await settle(app);
      } catch (error) {
        if (!(await isBroken(standIn))) {
          throw error;
        }
        await app.app.runJobs();
      }
    },
    async addCard({ clientSecret, testId }) {
      const [id] = clientSecret.split('_secret_');
      const key = outsideKey + randomUUID();
      const confirm = () => confirmSetup({ url, id, testId, key });
      // The stand-in closes idle connections while a request is on its way; as a browser, ask once more.
      await confirm().catch(confirm);
    },
    async answer({ clientSecret, success }) {
      const [id] = clientSecret.split('_secret_');
      // Nobody is asked any more.
      await standIn.control('authenticate', { id, success }).catch(() => undefined);
    },
    tamper: (how, which) => tamper(standIn, how, which),
    async calm() {
      isShaky = false;
      await fetch(`${url}/_control/fault`, { method: 'DELETE' });
    },
    async close() {
      await fetch(`${url}/_control/webhooks`, { method: 'DELETE' });
      await untilAllIsTold(url);
      await app.close();
    },
  };
}

interface Confirming {
  readonly url: string;
  readonly id: string | undefined;
  readonly testId: string;
  readonly key: string;
}

async function confirmSetup({ url, id, testId, key }: Confirming): Promise<void> {
  await fetch(`${url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_anything',
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': pinnedVersion,
      'idempotency-key': key,
    },
    body: new URLSearchParams({ payment_method: testId }).toString(),
  });
}

/** At times the stand-in breaks over its own list of events; what it tells by messages arrives. */
async function isBroken(standIn: StripeStandIn): Promise<boolean> {
  const requests = await standIn.requests();
  return requests.some(
    ({ path, error }) => path === '/v1/events' && error?.startsWith('strict-stripe bug'),
  );
}

const writes = [
  'POST /v1/subscriptions',
  'POST /v1/customers',
  'POST /v1/payment_methods',
  'POST ',
];
const kinds = ['drop', 'drop_after', 'rate_limit', 'lock', 'error'] as const;

const chooseTrouble = (chance: Chance): Fault => ({
  match: chance.pick([...writes, 'GET /v1/']),
  kind: chance.pick(kinds),
  times: 1 + chance.below(3),
});

async function tamper(standIn: StripeStandIn, how: MessageKind, which: number): Promise<void> {
  const events = (await state(standIn.url, 'events')) as { id: string }[];
  const id = events.at(-1 - which)?.id;
  const changes = { again: {}, forged: { tamper: true }, stale: { skew: -1_000 }, dropped: null };
  const change = changes[how];
  // A message that is dropped is one that nobody sends; there are always others.
  if (id !== undefined && change) {
    await standIn.control('deliver', { ids: [id], ...change });
  }
}

/** The stand-in does not survive it when what it still tells about is wiped. */
async function untilAllIsTold(url: string): Promise<void> {
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    await sleep(1_000);
    now = ((await state(url, 'deliveries')) as unknown[]).length;
  }
}

async function state(url: string, what: 'state' | 'events' | 'deliveries'): Promise<unknown> {
  return await (await fetch(`${url}/_control/${what}`)).json();
}

interface StripeObject {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly deleted?: boolean;
  readonly status: string;
  readonly customer: string;
  readonly metadata: { readonly subscriptionId?: string; readonly intentId?: string };
  readonly invoice_settings: { readonly default_payment_method: string | null };
  readonly default_payment_method: string | null;
  readonly card?: { readonly last4: string };
  readonly balance: number;
  readonly ended_at: number | null;
  readonly items: { readonly data: readonly { readonly price: { readonly id: string } }[] };
  readonly billing_reason: string;
  readonly total: number;
  readonly amount_due: number;
  readonly parent: {
    readonly subscription_details: { readonly subscription: string } | null;
  } | null;
}

const ended = ['canceled', 'incomplete_expired'];

async function readStandIn(url: string): Promise<Books> {
  const all = (await state(url, 'state')) as StripeObject[];
  const events = (await state(url, 'events')) as { id: string }[];
  const of = (kind: string) => all.filter(({ object, deleted }) => object === kind && !deleted);
  const cards = new Map(of('payment_method').map(({ id, card }) => [id, card?.last4 ?? null]));
  // A first payment that is confirmed makes its card the subscription's own, before the customer's.
  const ownCards = new Map(
    of('subscription')
      .filter(({ status }) => !ended.includes(status))
      .map(({ customer, default_payment_method }) => [customer, default_payment_method]),
  );
  return {
    customers: of('customer').map(({ id, metadata, invoice_settings, balance }) => ({
      id,
      reference: metadata.subscriptionId ?? '',
      card: cards.get(ownCards.get(id) ?? invoice_settings.default_payment_method ?? '') ?? null,
      credit: 0 - balance,
    })),
    subscriptions: of('subscription').map(toSubscription),
    invoices: of('invoice').map((invoice) => ({
      id: invoice.id,
      customerId: invoice.customer,
      subscriptionId: invoice.parent?.subscription_details?.subscription ?? '',
      reason: invoice.billing_reason.replace('subscription_', ''),
      status: invoice.status,
      total: invoice.total,
      due: invoice.amount_due,
    })),
    eventIds: events.map(({ id }) => id),
  };
}

const ourWords: Readonly<Record<string, string>> = {
  incomplete_expired: 'canceled',
  trialing: 'active',
  paused: 'unpaid',
};

function toSubscription(one: StripeObject): BookedSubscription {
  const { id, customer, metadata, status, items, created, ended_at } = one;
  return {
    id,
    customerId: customer,
    reference: metadata.subscriptionId ?? '',
    intentId: metadata.intentId ?? '',
    status: ourWords[status] ?? status,
    priceIds: items.data.map(({ price }) => price.id),
    createdAt: new Date(created * 1_000),
    endedAt: ended_at === null ? null : new Date(ended_at * 1_000),
  };
}
