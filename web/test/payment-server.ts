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
import { vi } from 'vitest';
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
  next: usd(4_000),
  next_at: '2026-12-21T10:00:00.000Z',
  promotion: { code: 'HALF', percent_off: 50, amount_off: null, duration: 'once', months: null },
};

interface Refused {
  readonly code: HearthRefusalCode;
  /** The provider's, or else the catalogue's. */
  readonly message?: string;
}

/** A server where Ada owns Acme, with the sandbox beside it; the calls about cards work on `cards`. */
export function createPaymentServer() {
  const server = createFakeServer();
  server.identity.cookie = 'ada';
  const state = {
    subscription: acme,
    cards: [visa, mastercard],
    invoices: [] as Invoice[],
    /** Where set, the bank asks for a confirmation of what is bought. */
    clientSecret: undefined as string | undefined,
    /** Cost of a purchase with a promotion code. */
    purchase: halfOff,
    /** Refusals by name of the call, in place of its answer. */
    refusals: {} as Record<string, Refused>,
    /** Promises that a call waits for, by its name. */
    gates: {} as Record<string, Promise<void>>,
    /** Sentences of the sandbox, by path. */
    sandboxRefusals: {} as Record<string, string>,
    isSandboxAway: false,
    setupOutcome: 'succeeded',
    /** Outcome of a confirmation at the bank. */
    challengeOutcome: 'succeeded',
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
    if (path.startsWith('/sandbox/')) {
      return sandbox(url, init);
    }
    const name = path.split('/').at(-1) ?? '';
    await state.gates[name];
    const refused = state.refusals[name];
    if (refused) {
      return toRefusal(refused);
    }
    const call = calls[name];
    if (call) {
      const { data } = JSON.parse(String(init?.body)) as { data: Input };
      return Response.json({ data: call(data) ?? {} });
    }
    return document(state, path);
  });

  const sandbox = createSandbox(state);
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

  /** Bodies of all requests to the sandbox at a path, oldest first. */
  function sentToSandbox(path: string): Input[] {
    return sandbox.mock.calls
      .filter(([url]) => url === path)
      .map(([, init]) => JSON.parse(String(init?.body)) as Input);
  }

  return { ...server, state, sandbox, sent, keys, sentToSandbox };
}

export type PaymentServer = ReturnType<typeof createPaymentServer>;

interface SandboxState {
  cards: PaymentMethod[];
  readonly sandboxRefusals: Readonly<Record<string, string>>;
  readonly isSandboxAway: boolean;
  readonly setupOutcome: string;
  readonly challengeOutcome: string;
}

function toRefusal({ code, message: said }: Refused): Response {
  const { status, message } = refusals[code];
  const error = { status, message: said ?? message, details: { code } };
  return Response.json({ error }, { status: 400 });
}

function createSandbox(state: SandboxState) {
  let made = 0;
  const sandbox = vi.fn<typeof fetch>(async (url, init) => {
    const path = String(url);
    const refusal = refuse(state, path);
    if (refusal) {
      return refusal;
    }
    if (path === '/sandbox/setups') {
      state.cards = [...state.cards, { ...mastercard, id: 'pm_new' }];
    }
    if (path === '/sandbox/challenges') {
      const { success } = JSON.parse(String(init?.body)) as { success: boolean };
      return Response.json({ outcome: success ? state.challengeOutcome : 'failed' });
    }
    made += 1;
    return Response.json({ id: `pm_${made}`, outcome: state.setupOutcome });
  });
  return sandbox;
}

function refuse(state: SandboxState, path: string): Response | undefined {
  if (state.isSandboxAway) {
    const error = { status: 'UNAVAILABLE', message: 'The payment provider does not answer.' };
    return Response.json({ error }, { status: 503 });
  }
  const message = state.sandboxRefusals[path];
  return message ? Response.json({ error: { message } }, { status: 400 }) : undefined;
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
