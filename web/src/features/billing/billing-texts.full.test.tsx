import type { BuiltInLanguage, HearthRefusalCode } from '@hearth/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type BillingServer,
  createBillingServer,
  paidInvoice,
  proAcme,
} from '../../../test/billing-server.ts';
import { press, user } from '../../../test/person.ts';
import { callable, deny } from '../../../test/team-server.ts';
import { en } from '../../shared/i18n/locales/en/index.ts';
import { zh } from '../../shared/i18n/locales/zh/index.ts';

const languages = { en, zh };
type Words = typeof en | typeof zh;

let visit: typeof import('../../../test/visit.tsx').visit;

/** Brings the application into the state that shows the sentence. */
type Scene = (server: BillingServer, words: Words) => Promise<void>;

const billing = '/subscription/s1/billing';
const open =
  (path: string): Scene =>
  async (server) => {
    await visit(path, server);
  };

const cancel: Scene = async (server, words) => {
  await visit(`${billing}/cancel`, server);
  await user.type(await screen.findByLabelText(words.billing.cancel.idLabel), 's1');
  await press(words.billing.cancel.submit);
};

const change: Scene = async (server, words) => {
  await visit(`${billing}/change-plan?plan=enterprise`, server);
  await press(words.billing.change.confirmAndPay.replace('{{amount}}', '$11.43'));
};

const saveDetails: Scene = async (server, words) => {
  await visit(`${billing}/update-details`, server);
  await press(words.billing.details.submit);
};

const incomplete =
  (scene: Scene): Scene =>
  async (server, words) => {
    server.world.subscription = { ...proAcme, status: 'incomplete' };
    await open(billing)(server, words);
    await scene(server, words);
  };

const resume = incomplete((_, words) => press(words.billing.resume.submit));

const abandon = incomplete(async (_, words) => {
  await press(words.billing.abandon.submit);
  await press(words.billing.abandon.confirm);
});

interface Failure {
  readonly words: (words: Words) => string;
  readonly call: string;
  readonly code: HearthRefusalCode;
  readonly show: Scene;
}

/** Every key of the specification's section 8 that these screens show, and ours beside them. */
const failures: Readonly<Record<string, Failure>> = {
  'subscription.cancelError': {
    words: ({ subscription }) => subscription.cancelError,
    call: callable('cancelSubscription'),
    code: 'subscription/frozen',
    show: cancel,
  },
  'subscription.changePlanError': {
    words: ({ subscription }) => subscription.changePlanError,
    call: callable('changeSubscriptionPlan'),
    code: 'subscription/unpaid',
    show: change,
  },
  'subscription.changePlanError before the amounts are there': {
    words: ({ subscription }) => subscription.changePlanError,
    call: callable('previewPlanChange'),
    code: 'plan/legacy',
    show: open(`${billing}/change-plan?plan=enterprise`),
  },
  'subscription.planNotFound': {
    words: ({ subscription }) => subscription.planNotFound,
    call: callable('previewPlanChange'),
    code: 'plan/unknown',
    show: open(`${billing}/change-plan?plan=enterprise`),
  },
  'invoices.loadError': {
    words: ({ invoices }) => invoices.loadError,
    call: 'GET /v1/subscriptions/s1/invoices',
    code: 'access/denied',
    show: open(billing),
  },
  'billing.getBillingError': {
    words: (words) => words.billing.getBillingError,
    call: callable('getBillingDetails'),
    code: 'access/owner-only',
    show: open(`${billing}/update-details`),
  },
  'billing.updateBillingError': {
    words: (words) => words.billing.updateBillingError,
    call: callable('updateBillingDetails'),
    code: 'billing/details-incomplete',
    show: saveDetails,
  },
  'billing.summary.loadError': {
    words: (words) => words.billing.summary.loadError,
    call: callable('getBillingSummary'),
    code: 'access/denied',
    show: open(billing),
  },
  'billing.resume.failed': {
    words: (words) => words.billing.resume.failed,
    call: callable('resumePayment'),
    code: 'billing/nothing-to-pay',
    show: resume,
  },
  'billing.abandon.failed': {
    words: (words) => words.billing.abandon.failed,
    call: callable('abandonSubscription'),
    code: 'billing/nothing-to-pay',
    show: abandon,
  },
};

/** Changes that may still be made, and charged, after an answer that is none. */
const changes = [
  'subscription.cancelError',
  'subscription.changePlanError',
  'billing.updateBillingError',
  'billing.resume.failed',
  'billing.abandon.failed',
];
const unsettled = [
  'billing/provider-unavailable',
  'billing/under-way',
  'billing/payment-processing',
] as const;

const said = 'The very words of the server.';
let server = createBillingServer();

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

describe.each(Object.keys(languages) as BuiltInLanguage[])('in %s', (language) => {
  const words: Words = languages[language];

  beforeAll(async () => {
    // The lazy parts bring the words of one language with them, once; another language is another page load.
    vi.resetModules();
    ({ visit } = await import('../../../test/visit.tsx'));
  });

  beforeEach(() => localStorage.setItem('i18nextLng', language));

  it.each(Object.entries(failures))('shows %s', async (_, failure) => {
    server.answers[failure.call] = deny(failure.code, said);
    await failure.show(server, words);
    const sentence = await screen.findByText(failure.words(words));
    const alert = sentence.closest('[role="alert"]');
    // The server speaks English; a Chinese reader gets the same reason in Chinese.
    const reason = language === 'en' ? said : words.errors.refusals[failure.code];
    expect(alert?.textContent).toContain(reason);
  });

  it.each(changes.flatMap((key) => unsettled.map((code) => [key, code] as const)))(
    'does not say %s while the change may still be made: %s',
    async (key, code) => {
      const failure = failures[key];
      server.answers[failure?.call ?? ''] = deny(code, said);
      await failure?.show(server, words);
      await screen.findByText(words.shell.unconfirmed);
      expect(screen.queryByText(failure?.words(words) ?? '')).toBeNull();
    },
  );

  it('says that the plan cannot be changed if only its price was asked for', async () => {
    server.answers[callable('previewPlanChange')] = deny('billing/provider-unavailable', said);
    await open(`${billing}/change-plan?plan=enterprise`)(server, words);
    await screen.findByText(words.subscription.changePlanError);
    expect(screen.queryByText(words.shell.unconfirmed)).toBeNull();
  });

  it('lets the provider speak about a card', async () => {
    server.answers[callable('changeSubscriptionPlan')] = deny('billing/card-refused', said);
    await change(server, words);
    expect((await screen.findByRole('alert')).textContent).toContain(said);
  });

  it.each([
    ['access/owner-only', 'ownerOnly', { owner_id: 'olga' }],
    ['subscription/canceled', 'canceledHint', { status: 'canceled' }],
  ] as const)('says why all actions are off: %s', async (_, key, state) => {
    server.world.subscription = { ...proAcme, ...state };
    await visit(billing, server);
    expect(await screen.findByText(words.billing[key])).toBeTruthy();
  });

  it.each(['draft', 'open', 'paid', 'uncollectible', 'void'] as const)(
    'has a word for the invoice status %s',
    async (status) => {
      const invoice = { ...paidInvoice, number: null, hosted_invoice_url: null, pdf_url: null };
      server.world.invoices = [{ ...invoice, status }];
      await visit(billing, server);
      expect(await screen.findByText(words.invoices.status[status])).toBeTruthy();
      expect(screen.getByText(words.invoices.pending)).toBeTruthy();
    },
  );
});
