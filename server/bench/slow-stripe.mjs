import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator, createMemoryStore } from '@hearth/stripe-emulator';
import Stripe from 'stripe';

/**
 * Plays Stripe for the bench: as many subscriptions as it is told to show, all like one that the emulator has, read
 * only. An id of the n-th one is the emulator's with `_n` behind it. Every answer takes a while. A message
 * `{ shown, renewed }` says how many there are, and how many of them have been renewed.
 */
const [port, latencyMs] = process.argv.slice(2).map(Number);
const seen = { requests: 0 };
let shown = 1;
let renewed = 0;

const hour = 3_600;
const week = 7 * 24 * hour;
/** The first week ends in an hour. */
const soldAt = Math.floor(Date.now() / 1_000) - week + hour;
const seed = {
  products: [{ id: 'prod_pro', name: 'Pro' }],
  prices: [
    {
      id: 'price_pro_week',
      product: 'prod_pro',
      currency: 'usd',
      unit_amount: 1_000,
      recurring: { interval: 'week' },
    },
  ],
};

/** Two of them give the same ids to the same calls. */
async function sell() {
  const clock = () => soldAt * 1_000;
  const emulator = createEmulator({ store: createMemoryStore(), clock, seed, idSeed: 'bench' });
  const httpClient = Stripe.createFetchHttpClient(emulator.fetch);
  const stripe = new Stripe('sk_test_bench', { httpClient });
  const metadata = { subscriptionId: 'project' };
  const customer = await stripe.customers.create({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    metadata,
  });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: card.id },
  });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_pro_week' }],
    metadata,
  });
  return { emulator, stripe, customer: customer.id, subscription: subscription.id };
}

const before = await sell();
const after = await sell();
await after.emulator.advance(soldAt + week + 2 * hour);
const { latest_invoice: invoice } = await after.stripe.subscriptions.retrieve(after.subscription);

const ids = /\b(?:cus|sub|si|in|il|pi|ch|pm|seti|inpay|txn|evt)_[A-Za-z0-9]+|\bproject\b/g;
const toCopy = (text, n) => text.replace(ids, (id) => `${id}_${n}`);
const copied = /_(\d+)(?=[/&?]|$)/g;

/** The emulator's answer about the n-th copy. */
async function askAbout(n, { method, path, headers, body }) {
  const { emulator } = n <= renewed ? after : before;
  const answer = await emulator.fetch(`https://api.stripe.com${path}`, { method, headers, body });
  return { status: answer.status, text: await answer.text() };
}

/** All subscriptions, a hundred at a time. */
async function answerList(url, request) {
  const last = url.searchParams.get('starting_after');
  const first = last ? Number(last.split('_').at(-1)) + 1 : 1;
  url.searchParams.delete('starting_after');
  const path = url.pathname + url.search;
  const data = [];
  for (let n = first; n <= Math.min(first + 99, shown); n += 1) {
    const { text } = await askAbout(n, { ...request, path });
    data.push(...JSON.parse(toCopy(text, n)).data);
  }
  const has_more = first + 99 < shown;
  return {
    status: 200,
    text: JSON.stringify({ object: 'list', url: url.pathname, data, has_more }),
  };
}

async function answer(request) {
  const url = new URL(request.path, 'http://localhost');
  if (url.pathname === '/v1/subscriptions' && !url.searchParams.has('customer')) {
    return answerList(url, request);
  }
  const asked = request.path + (request.body ?? '');
  const n = Number(asked.match(copied)?.[0].slice(1) ?? 0);
  const strip = (text) => text?.replace(copied, '');
  const path = strip(request.path);
  const { status, text } = await askAbout(n || 1, { ...request, path, body: strip(request.body) });
  return { status, text: n ? toCopy(text, n) : text };
}

const server = createServer(async (incoming, response) => {
  seen.requests += 1;
  const [body] = await Promise.all([readBody(incoming), sleep(latencyMs)]);
  const { method, url: path, headers } = incoming;
  const { authorization, 'stripe-version': version } = headers;
  const asked = {
    ...{ method, path, body },
    headers: {
      authorization,
      'stripe-version': version,
      'content-type': 'application/x-www-form-urlencoded',
    },
  };
  const { status, text } = await answer(asked);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(text);
});

async function readBody(incoming) {
  let body = '';
  for await (const chunk of incoming) {
    body += chunk;
  }
  return body || undefined;
}

process.on('message', (message) => {
  shown = message.shown ?? shown;
  renewed = message.renewed ?? renewed;
  const { customer, subscription } = before;
  process.send({ ...seen, ids: { customer, subscription, invoice } });
});
server.listen(port, '127.0.0.1', () => process.send('ready'));
process.once('disconnect', () => process.exit());
