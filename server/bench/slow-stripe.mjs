import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Plays Stripe for the bench: subscriptions `sub_1` to `sub_<count>`, all active and paid, read only.
 * Every answer takes a while. A message `{ renewed }` renews the first of them.
 */
const [port, count, periodEnd, latencyMs] = process.argv.slice(2).map(Number);
const weekSeconds = 7 * 86_400;
const seen = { requests: 0, pages: 0 };
let renewed = 0;

const card = {
  id: 'pm_bench',
  object: 'payment_method',
  billing_details: { name: 'Ada Lovelace' },
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 },
};

const payment = {
  object: 'invoice_payment',
  is_default: true,
  status: 'paid',
  payment: { payment_intent: { id: 'pi_bench', status: 'succeeded', payment_method: card } },
};

function toInvoice(n, period) {
  const id = `in_${n}_${period}`;
  const end = periodEnd + (period - 1) * weekSeconds;
  const line = {
    amount: 1_000,
    pricing: { price_details: { price: 'price_pro_week' } },
    period: { start: end - weekSeconds, end },
  };
  return {
    id,
    object: 'invoice',
    number: `B-${n}-${period}`,
    created: periodEnd + (period - 2) * weekSeconds,
    total: 1_000,
    amount_due: 1_000,
    amount_paid: 1_000,
    currency: 'usd',
    status: 'paid',
    customer: `cus_${n}`,
    next_payment_attempt: null,
    billing_reason: 'subscription_cycle',
    pre_payment_credit_notes_amount: 0,
    post_payment_credit_notes_amount: 0,
    lines: { object: 'list', data: [line] },
    payments: { object: 'list', data: [] },
    hosted_invoice_url: `https://invoice.stripe.com/${id}`,
  };
}

const periodsOf = (n) => (n <= renewed ? 2 : 1);

function toSubscription(n) {
  const end = periodEnd + (periodsOf(n) - 1) * weekSeconds;
  const price = { id: 'price_pro_week', object: 'price', unit_amount: 1_000, currency: 'usd' };
  const period = { current_period_start: end - weekSeconds, current_period_end: end };
  return {
    id: `sub_${n}`,
    object: 'subscription',
    status: 'active',
    currency: 'usd',
    metadata: { subscriptionId: `project-${n}` },
    items: { object: 'list', data: [{ id: `si_${n}`, quantity: 1, price, ...period }] },
    default_payment_method: null,
    customer: {
      id: `cus_${n}`,
      object: 'customer',
      balance: 0,
      metadata: { subscriptionId: `project-${n}` },
      invoice_settings: { default_payment_method: card },
    },
    latest_invoice: toInvoice(n, periodsOf(n)),
    pending_update: null,
    pause_collection: null,
    discounts: [],
    cancel_at: null,
    cancel_at_period_end: false,
  };
}

const list = (data, has_more = false) => ({ object: 'list', data, has_more });
const numberIn = (id) => Number(String(id).split('_')[1]);

function toPage(after) {
  const first = after ? numberIn(after) + 1 : 1;
  const last = Math.min(first + 99, count);
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return list(numbers.map(toSubscription), last < count);
}

function answer(url) {
  const [, , kind, id] = url.pathname.split('/');
  if (kind === 'account') {
    return { id: 'acct_bench', object: 'account' };
  }
  if (kind === 'invoice_payments') {
    return list([payment]);
  }
  const customer = url.searchParams.get('customer');
  if (kind === 'invoices' && customer) {
    const n = numberIn(customer);
    return list(
      Array.from({ length: periodsOf(n) }, (_, index) => toInvoice(n, index + 1)).reverse(),
    );
  }
  if (kind === 'subscriptions' && !id && !customer) {
    seen.pages += 1;
    return toPage(url.searchParams.get('starting_after'));
  }
  if (kind === 'subscriptions') {
    return id ? toSubscription(numberIn(id)) : list([toSubscription(numberIn(customer))]);
  }
  return kind === 'events' ? list([]) : undefined;
}

const server = createServer(async (request, response) => {
  seen.requests += 1;
  await sleep(latencyMs);
  const url = new URL(request.url, 'http://localhost');
  const body = answer(url);
  // Prices are compared beside what is measured.
  if (!body && !url.pathname.startsWith('/v1/prices/')) {
    console.error(`The slow Stripe does not know ${url.pathname}.`);
  }
  const error = { error: { type: 'invalid_request_error', code: 'resource_missing' } };
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? error));
});

process.on('message', (message) => {
  renewed = message.renewed ?? renewed;
  process.send({ ...seen });
});
server.listen(port, '127.0.0.1', () => process.send('ready'));
process.once('disconnect', () => process.exit());
