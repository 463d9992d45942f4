import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from './database.mjs';
import { ports } from './ports.mjs';
import { startYardstick } from './programs.mjs';

const messagesEach = 6;
const latencyMs = 200;
const secret = 'whsec_bench';
const hourMs = 3_600_000;
const longestMs = hourMs / 6;
/** The aim is that so many are followed within the hour. */
const renewalsPerHour = 1_000;

/** Settings that make the product take the slow server for Stripe. */
export const stripeEnv = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_API_BASE: `http://127.0.0.1:${ports.stripe}`,
};

/** A server with the answers of Stripe's emulator, each of which takes 200 ms. */
export async function startSlowStripe() {
  const { child, stop } = await startYardstick('slow-stripe.mjs', ports.stripe, latencyMs);
  const ask = async (message) => {
    child.send(message);
    return (await once(child, 'message'))[0];
  };
  return { ask, stop };
}

/** How much faster than an hour all projects are compared, and renewals followed. */
export async function benchMoney({ origin }, { location, stripe, subscriptions, renewals }) {
  const client = await openClient(location);
  try {
    await fill(client, { stripe, subscriptions });
    return {
      reconciling: await timeReconciling(client, { stripe, subscriptions }),
      renewing: await timeRenewals(client, { origin, stripe, renewals }),
    };
  } finally {
    await client.end();
  }
}

/**
 * Projects of different owners. The product itself reads what the first one has at Stripe; the others are copies of
 * its rows, so that all of them are as the server shows them.
 */
async function fill(client, { stripe, subscriptions }) {
  const { ids } = await stripe.ask({ shown: 1 });
  await client.query(
    `with owner as (
      insert into accounts (id, email, email_verified, last_signed_in_at, created_at, updated_at)
      select 'owner-' || n, 'owner-' || n || '@example.com', true, now(), now(), now()
      from generate_series(1, $1::int) n returning id
    ) insert into subscriptions (id, owner_id, plan_id, status, name, created_at, updated_at)
      select 'project_' || n, 'owner-' || n, 'pro', 'active', 'Project ' || n, now(), now()
      from generate_series(1, $1::int) n`,
    [subscriptions],
  );
  await client.query(
    `insert into billing_accounts (subscription_id, customer_id, provider_subscription_id)
     values ('project_1', $1, $2)`,
    [`${ids.customer}_1`, `${ids.subscription}_1`],
  );
  await untilNone(client, `billing_accounts where card is null`, () => reconcile(client));
  for (const table of ['billing_accounts', 'invoices', 'ledger']) {
    await client.query(
      `insert into ${table} overriding user value select copy.* from ${table} first, generate_series(2, $1::int) n,
         jsonb_populate_record(null::${table},
           regexp_replace(to_jsonb(first)::text, '_1\\M', '_' || n, 'g')::jsonb) copy`,
      [subscriptions],
    );
  }
  await client.query('delete from orphan_searches');
  await client.query(
    `update billing_accounts set listed_at = null, compare_at = now() + '1 day', returns_read_at = now()`,
  );
  await client.query('vacuum analyze');
  await stripe.ask({ shown: subscriptions });
}

/** The product does this every minute; a run takes 20 pages. */
async function reconcile(client) {
  await client.query(`select graphile_worker.add_job('reconcile-billing', '{}')`);
  await untilNone(client, `graphile_worker.jobs where task_identifier = 'reconcile-billing'`);
}

async function timeReconciling(client, { stripe, subscriptions }) {
  const before = await stripe.ask({});
  const startedAt = performance.now();
  for (let isThrough = false; !isThrough; ) {
    if (performance.now() - startedAt > longestMs) {
      throw new Error('The product does not get through the list; its log says why.');
    }
    await reconcile(client);
    isThrough = (await count(client, 'orphan_searches where reached_subscription is null')) > 0;
  }
  const ms = performance.now() - startedAt;
  const { requests } = await stripe.ask({});
  const listed = await count(client, 'billing_accounts where listed_at is not null');
  if (listed !== subscriptions) {
    throw new Error(`${listed} of ${subscriptions} projects were compared.`);
  }
  return { ms, requests: requests - before.requests, times: hourMs / ms, subscriptions };
}

async function timeRenewals(client, { origin, stripe, renewals }) {
  const before = await stripe.ask({ renewed: renewals });
  const { customer, invoice } = before.ids;
  const startedAt = performance.now();
  const types = ['created', 'finalized', 'updated', 'payment_succeeded', 'paid', 'sent'];
  for (const type of types.slice(0, messagesEach)) {
    const numbers = Array.from({ length: renewals }, (_, index) => index + 1);
    await Promise.all(
      numbers.map((n) => tell(origin, { n, type: `invoice.${type}`, customer, invoice })),
    );
  }
  await untilNone(client, 'provider_events where processed_at is null');
  const ms = performance.now() - startedAt;
  const { requests } = await stripe.ask({});
  const followed = await count(
    client,
    `invoices where id like '${invoice}\\_%' and status = 'paid'`,
  );
  if (followed !== renewals) {
    throw new Error(`${followed} of ${renewals} renewals were followed.`);
  }
  const times = (renewals / ms) * (hourMs / renewalsPerHour);
  return { ms, requests: (requests - before.requests) / renewals, times, renewals, messagesEach };
}

/** A signed message, as Stripe sends it. */
async function tell(origin, { n, type, customer, invoice }) {
  const created = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({
    id: `evt_${n}_${type}`,
    object: 'event',
    livemode: false,
    type,
    created,
    data: { object: { id: `${invoice}_${n}`, object: 'invoice', customer: `${customer}_${n}` } },
  });
  const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
  const answer = await fetch(`${origin}/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${created},v1=${signature}`,
    },
    body,
  });
  if (!answer.ok) {
    throw new Error(`A message was answered with ${answer.status}.`);
  }
}

async function count(client, what) {
  const { rows } = await client.query(`select count(*)::int as count from ${what}`);
  return rows[0].count;
}

async function untilNone(client, what, work) {
  const deadline = performance.now() + longestMs;
  while ((await count(client, what)) > 0) {
    await work?.();
    if (performance.now() > deadline) {
      throw new Error(`${what}: still there after 10 minutes.`);
    }
    await sleep(100);
  }
}
