import type {
  getBillingDetails,
  getBillingSummary,
  getSpending,
  Invoice,
  OutputOf,
  PaymentMethod,
  previewPlanChange,
  Subscription,
} from '@hearth/contract';
import { createStripeServer } from './stripe-server.ts';
import { acme, callable, createTeamServer } from './team-server.ts';

export const proAcme: typeof acme &
  Pick<Subscription, 'frequency' | 'currency' | 'cancel_at' | 'scheduled' | 'trial_end'> = {
  ...acme,
  plan_id: 'pro',
  next_charge: { date: '2026-11-28T10:00:00.000Z', total: null },
};

export const usd = (amount: number) => ({ amount, currency: 'usd' });

const summary: OutputOf<typeof getBillingSummary> = {
  plan_id: 'pro',
  status: 'active',
  price: usd(1000),
  frequency: 'week',
  is_retired_price: false,
  next_invoice: {
    date: '2026-11-28T10:00:00.000Z',
    total: usd(1000),
    subtotal: usd(1000),
    discount: usd(0),
    tax: usd(0),
    tax_included: false,
    balance: usd(0),
  },
  cancel_at: null,
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 },
  needs_billing_info: false,
  needs_card: false,
  needs_details: false,
  needs_confirmation: false,
};

/** The default card and another one. */
const cards: PaymentMethod[] = [
  {
    id: 'pm_visa',
    isDefault: true,
    card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2039 },
    name: 'Ada Lovelace',
  },
  {
    id: 'pm_master',
    isDefault: false,
    card: { brand: 'mastercard', last4: '4444', exp_month: 8, exp_year: 2039 },
    name: '',
  },
];

/** Twelve weeks, of which the last three were charged. */
const spending: OutputOf<typeof getSpending> = {
  currency: 'usd',
  per: 'week',
  periods: Array.from({ length: 12 }, (_, week) => ({
    starts_at: new Date(Date.UTC(2026, 8, 4 + 7 * week, 12)).toISOString(),
    ends_at: new Date(Date.UTC(2026, 8, 11 + 7 * week, 12)).toISOString(),
    paid: week > 8 ? 1_000 : 0,
    unpaid: 0,
  })),
};

const details: OutputOf<typeof getBillingDetails> = {
  name: 'Ada Lovelace',
  phone: '+1 555 0100',
  address: {
    line1: '1 Engine Street',
    line2: '',
    city: 'Springfield',
    state: 'IL',
    postal_code: '62701',
    country: 'US',
  },
};

const week = {
  frequency: 'week',
  quantity: 1,
  period: { start: '2026-11-24T10:00:00.000Z', end: '2026-11-28T10:00:00.000Z' },
} as const;

const preview: OutputOf<typeof previewPlanChange> = {
  due_now: usd(1143),
  lines: [
    { ...week, kind: 'unused-time', amount: usd(-571), plan_id: 'pro' },
    { ...week, kind: 'plan', amount: usd(1714), plan_id: 'enterprise' },
  ],
  discount: usd(0),
  tax: usd(0),
  tax_included: false,
  credit: usd(0),
  next: usd(3000),
  next_tax: usd(0),
  next_at: '2026-11-28T10:00:00.000Z',
  cancel_at: null,
  preview: 'signed-1143',
};

export const paidInvoice: Invoice = {
  id: 'in_1',
  number: 'ACME-0001',
  // Nov 20, 2026, at noon in Greenwich.
  created: 1_795_176_000,
  total: 123_450,
  currency: 'usd',
  status: 'paid',
  refunded: 0,
  credited: 0,
  disputed: 0,
  dispute_status: null,
  paid_outside: false,
  hosted_invoice_url: 'https://x.example/subscription/s1/billing/invoices/in_1',
  pdf_url: 'https://x.example/subscription/s1/billing/invoices/in_1?document=pdf',
  receipt_url: null,
};

/** A server where Ada owns Acme Analytics, which is on Pro. */
export function createBillingServer() {
  const server = createTeamServer();
  const { calls } = server;
  const world = Object.assign(server.world, {
    subscription: proAcme,
    summary,
    spending,
    details,
    preview,
    cards: cards.slice(0, 1),
    invoices: [] as Invoice[],
    /** Page on which the bank asks the person. */
    clientSecret: undefined as string | undefined,
  });
  const answer = (data: unknown) => Response.json({ data });
  const become = (change: Partial<typeof proAcme>) => {
    world.subscription = { ...world.subscription, ...change };
  };

  Object.assign(server.answers, {
    'GET /v1/subscriptions/s1/invoices': () => {
      const query = new URL(String(server.documents.mock.lastCall?.[0]), location.origin);
      const start = Number(query.searchParams.get('pageToken') ?? 0);
      const end = start + Number(query.searchParams.get('pageSize'));
      const { length: total } = world.invoices;
      const nextPageToken = end < total ? String(end) : null;
      return Response.json({ invoices: world.invoices.slice(start, end), total, nextPageToken });
    },
    [callable('getBillingSummary')]: () => answer(world.summary),
    [callable('getSpending')]: () => answer(world.spending),
    [callable('previewCancellation')]: () => answer({ credit: null }),
    [callable('getBillingDetails')]: () => answer(world.details),
    [callable('updateBillingDetails')]: () => answer({}),
    [callable('previewPlanChange')]: () => answer(world.preview),
    [callable('changeSubscriptionPlan')]: () => {
      become({ plan_id: String(calls('changeSubscriptionPlan').at(-1)?.planId) });
      return answer(world.clientSecret ? { clientSecret: world.clientSecret } : {});
    },
    [callable('resumePayment')]: () => {
      become({ status: 'active' });
      return answer({ clientSecret: 'secret' });
    },
    [callable('abandonSubscription')]: () => {
      become({ status: 'canceled' });
      return answer({});
    },
    [callable('getPaymentMethods')]: () => answer({ paymentMethods: world.cards }),
    [callable('createSetupIntent')]: () => answer({ clientSecret: 'seti_secret' }),
    [callable('setDefaultPaymentMethod')]: () => {
      const id = calls('setDefaultPaymentMethod').at(-1)?.paymentMethodId;
      world.cards = world.cards.map((card) => ({ ...card, isDefault: card.id === id }));
      return answer({});
    },
  });

  answerEndings(server, world);

  const stripe = createStripeServer((id) => {
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 };
    world.cards = [...world.cards, { id, isDefault: false, card, name: '' }];
  });

  /** Idempotency keys of the calls of a name, oldest first. */
  function keysOf(name: string) {
    return server.documents.mock.calls
      .filter(([url]) => String(url).endsWith(`/functions/r/${name}`))
      .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  }

  const addSecondCard = () => {
    world.cards = cards;
  };

  return { ...server, ...stripe, world, keysOf, addSecondCard };
}

export type BillingServer = ReturnType<typeof createBillingServer>;

interface EndingWorld {
  subscription: typeof proAcme;
  summary: typeof summary;
}

/** Ends the subscription now or later, and takes a later end back. */
function answerEndings(server: ReturnType<typeof createTeamServer>, world: EndingWorld): void {
  server.answers[callable('cancelSubscription')] = () => {
    if (server.calls('cancelSubscription').at(-1)?.when === 'period-end') {
      const cancel_at = world.summary.next_invoice?.date ?? '';
      world.summary = { ...world.summary, cancel_at, next_invoice: null };
      world.subscription = { ...world.subscription, cancel_at };
    } else {
      world.subscription = { ...world.subscription, status: 'canceled' };
    }
    return Response.json({ data: {} });
  };
  server.answers[callable('resumeSubscription')] = () => {
    const { cancel_at: _, ...going } = world.subscription;
    world.subscription = going;
    world.summary = { ...world.summary, cancel_at: null, next_invoice: summary.next_invoice };
    return Response.json({ data: {} });
  };
}
