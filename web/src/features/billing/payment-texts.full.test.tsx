import type { BuiltInLanguage, HearthRefusalCode } from '@hearth/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer } from '../../../test/billing-server.ts';
import { createPaymentServer, type PaymentServer } from '../../../test/payment-server.ts';
import { press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline } from '../../../test/visit.tsx';
import { en } from '../../shared/i18n/locales/en/index.ts';
import { zh } from '../../shared/i18n/locales/zh/index.ts';

const languages = { en, zh };
type Words = typeof en | typeof zh;

let visit: typeof import('../../../test/visit.tsx').visit;

/** Brings the application into the state that shows the sentence. */
type Scene = (server: PaymentServer, words: Words) => Promise<unknown>;

interface Failure {
  readonly words: (words: Words) => string;
  readonly show: Scene;
  /** Text beside the sentence, if there is one. */
  readonly reason?: (words: Words) => string;
}

const methodsPath = '/subscription/s1/billing/payment-methods';
const said = 'The server says why.';
const nameIn = ({ payment }: Words, brand: string, last4: string) =>
  payment.methods.card.replace('{{brand}}', brand).replace('{{last4}}', last4);
const mastercardIn = (words: Words) => nameIn(words, 'Mastercard', '4444');

const openMethods: Scene = (server) => visit(methodsPath, server);

const setDefault: Scene = async (server, words) => {
  await openMethods(server, words);
  await press(words.payment.methods.setDefaultNamed.replace('{{card}}', mastercardIn(words)));
};

const remove: Scene = async (server, words) => {
  await openMethods(server, words);
  await press(words.payment.methods.deleteNamed.replace('{{card}}', mastercardIn(words)));
  await press(words.payment.methods.delete);
};

const add: Scene = async (server, words) => {
  await openMethods(server, words);
  await press(words.payment.methods.add);
  await press(/4242 4242 4242 4242/);
  await press(words.payment.methods.submitAdd);
};

const buy: Scene = async (server, { payment }) => {
  await visit('/create-plan?plan=pro', server);
  await press(/4242 4242 4242 4242/);
  for (const name of ['name', 'phone', 'line1', 'city', 'state', 'postal_code']) {
    await user.type(screen.getByTestId(`stripe-address-${name}`), 'x');
  }
  await press(payment.step.pay.replace('{{amount}}', '$10.00'));
};

/** The scene with a call of it refused in the server's words. */
function refused(call: string, code: HearthRefusalCode, scene: Scene): Scene {
  return async (server, words) => {
    server.state.refusals[call] = { code, message: said };
    await scene(server, words);
  };
}

/** The server's own words in English, ours in other languages. */
const reasonOf = (code: keyof Words['errors']['refusals']) => (words: Words) =>
  words === en ? said : words.errors.refusals[code];

const createError = ({ payment }: Words, plan: string) =>
  payment.createError.replace('{{plan}}', plan);
const titleIn = (words: Words, key: 'plans.pro.title') =>
  testConfig.texts[words === en ? 'en' : 'zh']?.[key] ?? '';

/** Every key of the specification's section 8 about buying and cards. */
const failures: Readonly<Record<string, Failure>> = {
  createError: {
    words: (words) => createError(words, titleIn(words, 'plans.pro.title')),
    reason: reasonOf('plan/legacy'),
    show: refused('createSubscription', 'plan/legacy', buy),
  },
  'createError with the sentence of the provider': {
    words: (words) => createError(words, titleIn(words, 'plans.pro.title')),
    reason: () => said,
    show: refused('createSubscription', 'billing/card-refused', buy),
  },
  planNotFound: {
    words: ({ payment }) => payment.planNotFound,
    show: (server) => visit('/create-plan?plan=platinum', server),
  },
  paymentMethodsError: {
    words: ({ payment }) => payment.methods.paymentMethodsError,
    reason: reasonOf('request/invalid'),
    show: refused('getPaymentMethods', 'request/invalid', openMethods),
  },
  paymentMethodAddError: {
    words: ({ payment }) => payment.methods.paymentMethodAddError,
    reason: reasonOf('subscription/canceled'),
    show: refused('createSetupIntent', 'subscription/canceled', add),
  },
  setDefaultError: {
    words: ({ payment }) => payment.methods.setDefaultError,
    reason: reasonOf('billing/foreign-card'),
    show: refused('setDefaultPaymentMethod', 'billing/foreign-card', setDefault),
  },
  deleteCardError: {
    words: ({ payment }) => payment.methods.deleteCardError,
    reason: reasonOf('billing/last-card'),
    show: refused('deletePaymentMethod', 'billing/last-card', remove),
  },
  'deleteCardError for a card of somebody else': {
    words: ({ payment }) => payment.methods.deleteCardError,
    reason: reasonOf('billing/foreign-card'),
    show: refused('deletePaymentMethod', 'billing/foreign-card', remove),
  },
  'No payment method created': {
    words: (words) => createError(words, titleIn(words, 'plans.pro.title')),
    reason: ({ payment }) => payment.noPaymentMethod,
    async show(server, words) {
      server.stripe.mockImplementation(async () => Response.json({}));
      await buy(server, words);
    },
  },
  'the connection is lost': {
    words: ({ shell }) => shell.unconfirmed,
    reason: ({ payment }) => payment.methods.lost,
    async show(server, words) {
      const lost = Promise.reject(new TypeError('offline'));
      lost.catch(() => undefined);
      server.state.gates.createSetupIntent = lost;
      await add(server, words);
    },
  },
};

let server = createPaymentServer();

beforeEach(() => {
  server = createPaymentServer();
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
    await failure.show(server, words);
    const sentence = await screen.findByText(failure.words(words), {}, deadline);
    const alert = sentence.closest('[role="alert"]');
    expect(alert).toBeTruthy();
    if (failure.reason) {
      expect(alert?.textContent).toContain(failure.reason(words));
    }
  });

  it('shows what was done', async () => {
    await add(server, words);
    expect(await screen.findByText(words.payment.methods.added)).toBeTruthy();
    const { methods } = words.payment;
    const visa = nameIn(words, 'Visa', '4242');
    await press(methods.deleteNamed.replace('{{card}}', visa));
    await press(methods.delete);
    const deleted = methods.deleted.replace('{{card}}', visa);
    expect(await screen.findByText(deleted)).toBeTruthy();
  });

  it('defaults to the country of the language', async () => {
    await visit('/create-plan?plan=pro', server);
    const country = await screen.findByLabelText(words.payment.address.country, {}, deadline);
    expect(country).toHaveProperty('value', language === 'zh' ? 'CN' : 'US');
    const name = language === 'zh' ? '德国' : 'Germany';
    expect(screen.getByRole('option', { name })).toHaveProperty('value', 'DE');
  });

  it('asks for an address in the order of the language', async () => {
    await visit('/subscription/s1/billing/update-details', createBillingServer());
    const { line1, line2, city, state, postalCode } = words.payment.address;
    await screen.findByLabelText(line1, {}, deadline);
    const order =
      language === 'zh'
        ? [state, city, line1, line2, postalCode]
        : [line1, line2, city, state, postalCode];
    const labels = [...document.querySelectorAll('label')].map((label) => label.textContent ?? '');
    expect(labels.filter((label) => order.includes(label))).toEqual(order);
  });
});

it('words what the specification words exactly so', () => {
  expect(en.payment.noPaymentMethod).toBe('No payment method created');
  expect(en.payment.addressElementNotFound).toBe('Address element not found');
  expect(en.payment.address.incomplete).toBe('Please fill in all required address fields');
});
