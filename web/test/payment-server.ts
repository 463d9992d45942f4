import {
  type HearthRefusalCode,
  type Invoice,
  type Money,
  type OutputOf,
  type PaymentMethod,
  type previewPurchase,
  refusals,
  type Subscription,
} from '@hearth/contract';
import { createStripeServer } from './stripe-server.ts';
import { listedFields } from './team-server.ts';
import { createFakeServer } from './visit.tsx';

type Input = Readonly<Record<string, unknown>>;

const visa: PaymentMethod = {
  id: 'pm_visa',
  isDefault: true,
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 },
  name: 'Ada Lovelace',
};
const mastercard: PaymentMethod = {
  id: 'pm_master',
  isDefault: false,
  card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2031 },
  name: '',
};

const acme: Subscription = {
  ...listedFields,
  id: 's1',
  owner_id: 'ada',
  plan_id: 'pro',
  status: 'active',
  settings: { name: 'Acme' },
  permissions: { access: ['ada'], admin: ['ada'] },
  create_time: '2026-11-21T10:00:00.000Z',
};

const free: Money = { amount: 0, currency: 'usd' };
const summary = { plan_id: 'pro', status: 'active', price: free, next_invoice: null };

const usd = (amount: number): Money => ({ amount, currency: 'usd' });
/** Pro per month with the code HALF. */
const halfOff: OutputOf<typeof previewPurchase> = {
  subtotal: usd(4_000),
  discount: usd(2_000),
  total: usd(2_000),
  due_now: usd(2_000),
  lines: [
    {
      kind: 'plan',
      amount: usd(4_000),
      plan_id: 'pro',
      frequency: 'month',
      period: { start: '2026-11-21T10:00:00.000Z', end: '2026-12-21T10:00:00.000Z' },
    },
    { kind: 'discount', amount: usd(-2_000) },
  ],
  next: usd(4_000),
  next_at: '2026-12-21T10:00:00.000Z',
  promotion: { code: 'HALF', percent_off: 50, amount_off: null, duration: 'once', months: null },
};

const hasCode = (init: RequestInit | undefined) => String(init?.body).includes('promotionCode');

interface Refused {
  readonly code: HearthRefusalCode;
  /** The provider's, or else the catalogue's. */
  readonly message?: string;
}

/** A server where Ada owns Acme, with Stripe beside it; the calls about cards work on `cards`. */
export function createPaymentServer() {
  const server = createFakeServer();
  server.identity.cookie = 'ada';
  const state = {
    subscription: acme,
    cards: [visa, mastercard],
    invoices: [] as Invoice[],
    /** If set, the bank asks for a confirmation of what is bought. */
    clientSecret: undefined as string | undefined,
    /** Cost of a purchase; one with a promotion code is not told to those who name none. */
    purchase: halfOff,
    /** Refusals by name of the call, in place of its answer. */
    refusals: {} as Record<string, Refused>,
    /** Promises that a call waits for, by its name. */
    gates: {} as Record<string, Promise<void>>,
  };
  const calls: Record<string, (input: Input) => unknown> = {
    createSubscription: () => ({ subscriptionId: 's1', clientSecret: state.clientSecret }),
    previewPurchase: () => state.purchase,
    resumePayment: () => ({ clientSecret: state.clientSecret }),
    abandonSubscription: () => ({}),
    getBillingSummary: () => ({ ...summary, card: visa.card, needs_billing_info: false }),
    getPaymentMethods: () => ({ paymentMethods: state.cards }),
    createSetupIntent: () => ({ clientSecret: 'seti_secret' }),
    setDefaultPaymentMethod({ paymentMethodId }) {
      state.cards = state.cards
        .map((card) => ({ ...card, isDefault: card.id === paymentMethodId }))
        .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
    },
    deletePaymentMethod({ paymentMethodId }) {
      state.cards = state.cards.filter(({ id }) => id !== paymentMethodId);
    },
  };

  server.documents.mockImplementation(async (url, init) => {
    const path = new URL(String(url), location.origin).pathname;
    const name = path.split('/').at(-1) ?? '';
    await state.gates[name];
    const refused = state.refusals[name];
    if (refused) {
      return toRefusal(refused);
    }
    if (name === 'previewPurchase' && state.purchase.promotion && !hasCode(init)) {
      return toRefusal({ code: 'billing/provider-unavailable' });
    }
    const call = calls[name];
    if (call) {
      const { data } = JSON.parse(String(init?.body)) as { data: Input };
      return Response.json({ data: call(data) ?? {} });
    }
    return document(state, path);
  });

  const stripe = createStripeServer((id) => {
    state.cards = [...state.cards, { ...mastercard, id }];
  });

  function requests(name: string) {
    return server.documents.mock.calls.filter(([url]) =>
      String(url).endsWith(`/functions/r/${name}`),
    );
  }

  /** Inputs of all calls of a name, oldest first. */
  function sent(name: string): Input[] {
    return requests(name).map(
      ([, init]) => (JSON.parse(String(init?.body)) as { data: Input }).data,
    );
  }

  /** Idempotency keys of all calls of a name, oldest first. */
  function keys(name: string) {
    return requests(name).map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  }

  return { ...server, ...stripe, state, sent, keys };
}

export type PaymentServer = ReturnType<typeof createPaymentServer>;

function toRefusal({ code, message: said }: Refused): Response {
  const { status, message } = refusals[code];
  const error = { status, message: said ?? message, details: { code } };
  return Response.json({ error }, { status: 400 });
}

interface DocumentState {
  readonly subscription: Subscription;
  readonly invoices: readonly Invoice[];
}

const next_charge = { date: '2026-11-28T10:00:00.000Z', total: null };

function document({ subscription, invoices }: DocumentState, path: string): Response {
  const documents: Record<string, unknown> = {
    '/v1/subscriptions/s1': subscription,
    '/v1/subscriptions/s1/invoices': {
      invoices,
      total: invoices.length,
      nextPageToken: null,
    },
    '/v1/subscriptions': { subscriptions: [{ ...subscription, next_charge }], nextPageToken: null },
    '/v1/invites': { invites: [], hidden: 0, nextPageToken: null },
  };
  const found = documents[path];
  return found
    ? Response.json(found)
    : Response.json({ error: { status: 'NOT_FOUND' } }, { status: 404 });
}
