// @vitest-environment happy-dom
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient, createSdk } from './sdk.ts';

// Beside the SDK of the server, the official package of the browser, both unchanged.
const { emulator, stripe: sdk } = createSdk();
let stripe: Stripe;
let warnings: unknown[][];

beforeAll(async () => {
  const script = await (await emulator.fetch('https://js.stripe.com/endive/stripe.js')).text();
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    emulator.fetch(`https://api.stripe.com${path}`, init),
  );
  new Function(script)();
  const warn = vi.spyOn(console, 'warn');
  const loaded = await loadStripe('pk_test_page');
  if (!loaded) {
    throw new Error('No Stripe was loaded');
  }
  stripe = loaded;
  warnings = warn.mock.calls;
});

const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`[data-testid=stripe-${name}]`);

function type(name: string, text: string) {
  const input = field(name);
  if (!input) {
    throw new Error(`There is no field ${name}`);
  }
  input.value = text;
  input.dispatchEvent(new Event('input'));
}

const labels = () => [...document.querySelectorAll('label')].map((label) => label.textContent);
const toldAt = (name: string) =>
  document.getElementById(field(name)?.getAttribute('aria-describedby') ?? '')?.textContent;

function mount(elements: StripeElements, ...types: ('payment' | 'address')[]) {
  document.body.replaceChildren();
  for (const one of types) {
    const place = document.body.appendChild(document.createElement('div'));
    const element =
      one === 'payment'
        ? elements.create('payment')
        : elements.create('address', { mode: 'billing' });
    element.mount(place);
  }
}

function typeCard(number: string) {
  type('payment-number', number);
  type('payment-exp', '1234');
  type('payment-cvc', '123');
}

async function answerBank(choice: 'complete' | 'fail') {
  await expect.poll(() => field(`3ds-${choice}`)).not.toBeNull();
  field(`3ds-${choice}`)?.click();
}

const options = { mode: 'setup', currency: 'usd', paymentMethodCreation: 'manual' } as const;

describe('the script for pages', () => {
  it('is taken for the release that the official package expects', () => {
    expect(warnings).toEqual([]);
    expect((globalThis as { Stripe?: { version: string } }).Stripe?.version).toBe('endive');
  });

  it('secret key, or a key of live mode: refused', async () => {
    await expect(loadStripe('sk_test_page')).rejects.toThrow(/secret key/);
    await expect(loadStripe('pk_live_page')).rejects.toThrow(/test mode only/);
  });

  it('missing numbers: said beside the fields, in the language of the page', async () => {
    const elements = stripe.elements({ ...options, locale: 'zh' });
    mount(elements, 'payment');
    const { error } = await elements.submit();
    expect(error).toMatchObject({ code: 'incomplete_number', message: '卡号不完整。' });
    expect(field('payment-number')?.getAttribute('aria-invalid')).toBe('true');
    expect(toldAt('payment-number')).toBe('卡号不完整。');
    expect(document.activeElement).toBe(field('payment-number'));
  });

  it('card that the API does not take: said at its field, too, in the language of the page', async () => {
    const chinese = await loadStripe('pk_test_page', { locale: 'zh' });
    const elements = chinese?.elements({ ...options, locale: 'zh' });
    if (!(chinese && elements)) {
      throw new Error('No Stripe was loaded');
    }
    mount(elements, 'payment');
    typeCard('4242424242424241');
    await elements.submit();
    const { error } = await chinese.createPaymentMethod({ elements });
    expect(error).toMatchObject({ code: 'incorrect_number', message: '您的卡号不正确。' });
    expect(toldAt('payment-number')).toBe('您的卡号不正确。');
  });

  it('test card: fills in the card by one click', async () => {
    const elements = stripe.elements(options);
    mount(elements, 'payment');
    const named = '[aria-label="Fill in 4000 0027 6000 3184: Asks for confirmation every time"]';
    document.querySelector<HTMLElement>(named)?.click();
    expect(field('payment-number')?.value).toBe('4000 0027 6000 3184');
    expect((await elements.submit()).error).toBeUndefined();
  });

  it('address: says what a country does not need, and does not ask for it', async () => {
    const elements = stripe.elements(options);
    mount(elements, 'address');
    type('address-country', 'US');
    expect(labels().slice(2, 7)).toEqual([
      'Address',
      'Address line 2 (optional)',
      'City',
      'State or province',
      'Postal code',
    ]);
    type('address-country', 'HK');
    type('address-name', 'Ada');
    type('address-line1', 'Road 1');
    expect(labels()).toContain('City (optional)');
    expect(field('address-city')?.getAttribute('aria-required')).toBe('false');
    expect((await elements.submit()).error).toBeUndefined();
  });

  it('address in Chinese: the province first', () => {
    mount(stripe.elements({ ...options, locale: 'zh' }), 'address');
    type('address-country', 'CN');
    expect(labels().slice(2, 5)).toEqual(['省、州或地区', '城市', '详细地址']);
  });

  it.each([
    ['has no names of countries', undefined],
    [
      'denies the names of countries',
      function deny() {
        throw new TypeError('denied');
      },
    ],
  ])('browser that %s: shows their codes', (_, DisplayNames) => {
    vi.stubGlobal('Intl', { ...Intl, DisplayNames });
    mount(stripe.elements(options), 'address');
    vi.stubGlobal('Intl', Intl);
    const shown = [...document.querySelectorAll('option')].map((option) => option.textContent);
    expect(shown.slice(0, 3)).toEqual(['', 'AC', 'AD']);
    type('address-country', 'DE');
    expect(field('address-country')?.value).toBe('DE');
  });

  it('changed amount and look: the field that somebody types in stays', async () => {
    const elements = stripe.elements({ mode: 'payment', amount: 900, currency: 'usd' });
    mount(elements, 'payment');
    type('payment-number', '4242');
    const typedIn = field('payment-number');
    elements.update({ amount: 1_000, appearance: { variables: { colorText: 'rgb(1, 2, 3)' } } });
    expect(field('payment-number')).toBe(typedIn);
    const root = document.querySelector<HTMLElement>('.emulated-element');
    expect(root?.style.getPropertyValue('--emulated-colorText')).toBe('rgb(1, 2, 3)');
    elements.update({ locale: 'zh' });
    expect(labels()[0]).toBe('卡号');
    expect(field('payment-number')?.value).toBe('4242');
  });

  it('nobody answers: a sentence, and not the error of the browser', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
    const { error } = await stripe.retrievePaymentIntent('pi_1_secret_2');
    expect(error).toEqual({
      type: 'api_connection_error',
      message: 'The payment provider cannot be reached right now. Please try again.',
    });
  });

  it('card and address: a payment method with both', async () => {
    const elements = stripe.elements(options);
    mount(elements, 'payment', 'address');
    await expect(stripe.createPaymentMethod({ elements })).rejects.toThrow(/submit\(\)/);
    typeCard('5555555555554444');
    for (const [name, text] of [
      ['name', 'Ada'],
      ['country', 'DE'],
      ['line1', 'Weg 1'],
      ['city', 'Ulm'],
      ['postal_code', '89073'],
    ] as const) {
      type(`address-${name}`, text);
    }
    expect((await elements.submit()).error).toBeUndefined();
    const { paymentMethod } = await stripe.createPaymentMethod({ elements });
    expect(await sdk.paymentMethods.retrieve(paymentMethod?.id ?? '')).toMatchObject({
      card: { brand: 'mastercard', exp_month: 12, exp_year: 2034 },
      billing_details: { name: 'Ada', address: { country: 'DE', city: 'Ulm' } },
    });
  });

  it('setup: the bank asks, refused at first, then agreed', async () => {
    const { id } = await sdk.customers.create();
    const { client_secret: secret } = await sdk.setupIntents.create({ customer: id });
    const elements = stripe.elements({ mode: 'setup', currency: 'usd' });
    mount(elements, 'payment');
    typeCard('4000002500003155');
    await elements.submit();
    const confirm = () =>
      stripe.confirmSetup({
        elements,
        clientSecret: secret ?? '',
        confirmParams: { return_url: 'https://example.com/' },
        redirect: 'if_required',
      });
    const refused = confirm();
    await expect.poll(() => field('3ds')).not.toBeNull();
    expect(field('3ds')?.getAttribute('role')).toBe('alertdialog');
    expect(field('3ds')?.querySelector('h2')?.textContent).toMatch(/^Your bank asks/);
    await answerBank('fail');
    expect((await refused).error).toMatchObject({ code: 'setup_intent_authentication_failure' });
    const agreed = confirm();
    await answerBank('complete');
    expect((await agreed).setupIntent?.status).toBe('succeeded');
    expect((await sdk.customers.listPaymentMethods(id)).data).toHaveLength(1);
  });

  it('payment that waits for its holder: handled by its secret, and not twice', async () => {
    const intent = await sdk.paymentIntents.create({
      ...{ amount: 900, currency: 'usd', confirm: true, return_url: 'https://example.com/' },
      payment_method: 'pm_card_authenticationRequired',
    });
    const clientSecret = intent.client_secret ?? '';
    const handled = stripe.handleNextAction({ clientSecret });
    await answerBank('complete');
    expect((await handled).paymentIntent?.status).toBe('succeeded');
    await expect(stripe.handleNextAction({ clientSecret })).rejects.toThrow(/requires_action/);
  });

  it.each(['popstate', 'pagehide'])(
    'page left while the bank asks (%s): the dialog goes, and the payment still waits',
    async (event) => {
      const intent = await sdk.paymentIntents.create({
        ...{ amount: 900, currency: 'usd', confirm: true, return_url: 'https://example.com/' },
        payment_method: 'pm_card_authenticationRequired',
      });
      const clientSecret = intent.client_secret ?? '';
      const left = stripe.handleNextAction({ clientSecret });
      await expect.poll(() => field('3ds')).not.toBeNull();
      window.dispatchEvent(new Event(event));
      expect(field('3ds')).toBeNull();
      expect((await left).error).toMatchObject({ type: 'api_connection_error' });
      const { status } = await sdk.paymentIntents.retrieve(intent.id);
      expect(status).toBe('requires_action');
      const handled = stripe.handleNextAction({ clientSecret });
      await answerBank('complete');
      expect((await handled).paymentIntent?.status).toBe('succeeded');
    },
  );

  it('declined: the error of the bank', async () => {
    const intent = await sdk.paymentIntents.create({ amount: 900, currency: 'usd' });
    const elements = stripe.elements({ mode: 'payment', amount: 900, currency: 'usd' });
    mount(elements, 'payment');
    typeCard('4000000000009995');
    await elements.submit();
    const { error } = await stripe.confirmPayment({
      elements,
      clientSecret: intent.client_secret ?? '',
      confirmParams: { return_url: 'https://example.com/' },
      redirect: 'if_required',
    });
    expect(error).toMatchObject({ type: 'card_error', decline_code: 'insufficient_funds' });
  });

  it('holder of another secret: cannot answer the bank', async () => {
    const own = createClient(emulator.fetch);
    const intent = await own.paymentIntents.create({
      ...{ amount: 900, currency: 'usd', confirm: true, return_url: 'https://example.com/' },
      payment_method: 'pm_card_authenticationRequired',
    });
    const body = new URLSearchParams({ client_secret: `${intent.id}_secret_x`, agreed: 'true' });
    const path = 'https://api.stripe.com/_browser/authenticate';
    const answer = await emulator.fetch(path, { method: 'POST', body });
    expect(answer.status).toBe(404);
    expect((await own.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
  });
});
