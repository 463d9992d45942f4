import { createEmulator, createMemoryStore } from '@hearth/stripe-emulator';
import { sql } from 'kysely';
import { itemRows } from '../harness/factories.ts';
import { freePort } from '../harness/free-port.ts';
import { openSilentServer, type Plant } from './plant.ts';
import type { Scene } from './scene.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ago = (ms: number) => new Date(Date.now() - ms);

/** When the present period began and when it ends; both null where that was not read. */
interface PlantedPeriod {
  readonly start: Date | null;
  readonly end: Date | null;
}

const unread: PlantedPeriod = { start: null, end: null };

/** A project that pays at Stripe for a long time, and nothing else about it. */
export const plantPeriod = (scene: Scene, period: PlantedPeriod) =>
  plantProject(scene, { account: 'acct_ours', since: ago(400 * dayMs), period });

interface PlantedProject {
  readonly account: string;
  readonly since: Date;
  readonly period?: PlantedPeriod;
}

/** A project that pays at Stripe since then; its rows are written, since the fake takes no money. */
async function plantProject(
  { app }: Scene,
  { account, since, period = unread }: PlantedProject,
): Promise<void> {
  await sql`
    insert into subscriptions (id, name, plan_id, status, owner_id, created_at, updated_at)
    values ('planted', 'Planted', 'pro', 'active', 'planted', ${since}, ${since})`.execute(app.db);
  await sql`
    insert into billing_accounts (subscription_id, customer_id, provider_subscription_id,
      provider_account, provider_mode, period_start, period_end, listed_at, compare_at)
    values ('planted', 'cus_planted', 'sub_planted', ${account}, 'live', ${period.start},
      ${period.end}, now(), now() + interval '1 day')`.execute(app.db);
}

export async function removePlanted({ app: { db } }: Scene): Promise<void> {
  await sql`delete from intents where id = 'planted'`.execute(db);
  await sql`delete from provider_events where id like 'evt_planted%'`.execute(db);
  await sql`delete from subscriptions where id = 'planted'`.execute(db);
}

function change(scene: Scene, endpoint: object): void {
  const [ours] = scene.stripe.state.endpoints;
  if (ours) {
    scene.stripe.state.endpoints = [{ ...ours, ...endpoint }];
  }
}

const withoutKeys = {
  STRIPE_SECRET_KEY: undefined,
  STRIPE_PUBLISHABLE_KEY: undefined,
  STRIPE_WEBHOOK_SECRET: undefined,
  STRIPE_API_BASE: undefined,
};

async function readEmulatorAccount(): Promise<string> {
  const { fetch } = createEmulator({ store: createMemoryStore() });
  const headers = { authorization: 'Bearer sk_test_any' };
  const answer = await fetch('https://api.stripe.com/v1/account', { headers });
  return ((await answer.json()) as { id: string }).id;
}

export const stripePlants: readonly Plant[] = [
  {
    id: 'stripe-unreachable',
    given: 'a Stripe that cannot be reached',
    plant: async () => ({ env: { STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}` } }),
  },
  {
    id: 'stripe-unreachable',
    given: 'a Stripe behind a firewall that swallows everything',
    plant: async () => ({ env: { STRIPE_API_BASE: `http://${await openSilentServer()}` } }),
  },
  {
    id: 'stripe-unreachable',
    given: 'a Stripe that is out of order',
    plant: ({ stripe }) => {
      stripe.state.failure = 500;
    },
  },
  {
    id: 'stripe-account',
    given: 'keys of another account than the projects are in',
    plant: (scene) => plantProject(scene, { account: 'acct_theirs', since: ago(hourMs) }),
    undo: removePlanted,
  },
  {
    id: 'stripe-mode',
    given: 'test keys in production',
    also: ['price'],
    plant: () => ({
      env: { STRIPE_SECRET_KEY: 'sk_test_anything', STRIPE_PUBLISHABLE_KEY: 'pk_test_anything' },
    }),
  },
  {
    id: 'stripe-mode',
    given: 'a live key in local mode',
    also: ['local-mode-public'],
    plant: () => ({ env: { HEARTH_MODE: 'local' } }),
  },
  {
    id: 'stripe-emulator',
    given: 'the Stripe emulator in place of Stripe',
    plant: async ({ stripe }) => {
      stripe.state.account = await readEmulatorAccount();
    },
  },
  {
    id: 'stripe-emulator',
    given: 'the sandbox in production',
    plant: () => ({ env: { ...withoutKeys, PAYMENT_PROVIDER: 'sandbox' } }),
  },
  {
    id: 'stripe-tax',
    given: 'taxes by Stripe, whose settings lack the head office',
    plant: ({ stripe, app: { config } }) => {
      stripe.state.missingTaxFields = ['head_office'];
      return { product: { billing: { ...config.product.billing, tax: 'automatic' } } };
    },
  },
  {
    id: 'price',
    given: 'prices at Stripe that are a dollar higher',
    plant: ({ stripe }) => {
      stripe.state.surchargeCents = 100;
    },
  },
  {
    id: 'price',
    given: 'keys of two modes',
    plant: () => ({ env: { STRIPE_PUBLISHABLE_KEY: 'pk_test_anything' } }),
  },
  {
    id: 'price',
    given: 'a key that Stripe does not accept',
    plant: ({ stripe }) => {
      stripe.state.failure = 401;
    },
  },
  {
    id: 'price-unknown',
    given: 'a price that somebody pays and the configuration has lost',
    async plant(scene) {
      await plantProject(scene, { account: 'acct_ours', since: ago(hourMs) });
      await sql`
        update billing_accounts set items = ${itemRows('price_gone')}, price_amount = 1000,
          price_currency = 'usd' where subscription_id = 'planted'`.execute(scene.app.db);
    },
    undo: removePlanted,
  },
  {
    id: 'untaxed',
    given: 'a project whose renewals are charged without tax',
    async plant(scene) {
      await plantProject(scene, { account: 'acct_ours', since: ago(hourMs) });
      await sql`
        update billing_accounts set tax_stopped = true
        where subscription_id = 'planted'`.execute(scene.app.db);
    },
    undo: removePlanted,
  },
  {
    id: 'bought-untaxed',
    given: 'a project that was bought before taxes were computed',
    async plant(scene) {
      await plantProject(scene, { account: 'acct_ours', since: ago(hourMs) });
      await sql`
        update billing_accounts set bought_untaxed = true
        where subscription_id = 'planted'`.execute(scene.app.db);
    },
    undo: removePlanted,
  },
  {
    id: 'webhook-missing',
    given: 'no endpoint at Stripe',
    plant: ({ stripe }) => {
      stripe.state.endpoints = [];
    },
  },
  {
    id: 'webhook-missing',
    given: 'an endpoint with another address',
    plant: (scene) => change(scene, { url: 'https://old.acme.dev/webhooks/stripe' }),
  },
  {
    id: 'webhook-disabled',
    given: 'an endpoint that Stripe has disabled',
    plant: (scene) => change(scene, { status: 'disabled' }),
  },
  {
    id: 'webhook-version',
    given: 'an endpoint of an older API version',
    plant: (scene) => change(scene, { api_version: '2024-06-20' }),
  },
  {
    id: 'webhook-version',
    given: "an endpoint of the account's own API version",
    plant: (scene) => change(scene, { api_version: null }),
  },
  {
    id: 'webhook-types',
    given: 'an endpoint for paid invoices only',
    plant: (scene) => change(scene, { enabled_events: ['invoice.paid'] }),
  },
  {
    id: 'webhook-silent',
    given: 'ten events that were all read from the list',
    plant: async ({ app: { db } }) => {
      await sql`
        insert into provider_events (id, type, customer_id, created_at, received_at, processed_at)
        select 'evt_planted_' || n, 'invoice.paid', 'cus_planted',
          now() - interval '45 seconds', now(), now()
        from generate_series(1, 10) n`.execute(db);
    },
    undo: removePlanted,
  },
  {
    id: 'events-silent',
    given: 'a project that should have been renewed, and no event for nine days',
    plant: (scene) => plantProject(scene, { account: 'acct_ours', since: ago(9 * dayMs) }),
    undo: removePlanted,
  },
  {
    id: 'events-silent',
    given: 'a monthly project that was renewed two days ago, and no event',
    plant: (scene) => plantPeriod(scene, { start: ago(2 * dayMs), end: ago(-28 * dayMs) }),
    undo: removePlanted,
  },
  {
    id: 'events-silent',
    given: 'a yearly project whose renewal was not read for two days',
    plant: (scene) => plantPeriod(scene, { start: ago(367 * dayMs), end: ago(2 * dayMs) }),
    undo: removePlanted,
  },
  {
    id: 'events-stuck',
    given: 'an event that waits for two hours',
    plant: async ({ app: { db } }) => {
      await sql`
        insert into provider_events (id, type, customer_id, created_at, received_at)
        values ('evt_planted', 'invoice.paid', 'cus_planted', ${ago(2 * hourMs)},
          ${ago(2 * hourMs)})`.execute(db);
    },
    undo: removePlanted,
  },
  {
    id: 'intents-stuck',
    given: 'a change of money that is open for an hour',
    plant: async ({ app: { db } }) => {
      await sql`
        insert into intents (id, kind, subscription_id, account_id, request_key, request_hash,
          input, status, created_at, leased_until)
        values ('planted', 'cancel', 'planted', 'planted', 'planted', '', '{}', 'open',
          ${ago(hourMs)}, now() + interval '1 hour')`.execute(db);
    },
    undo: removePlanted,
  },
];
