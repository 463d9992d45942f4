import type { PublicConfig } from '@hearth/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { breakFakeStripe, installFakeStripe } from '../../../test/fake-stripe.ts';
import { createPaymentServer } from '../../../test/payment-server.ts';
import { press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, timeZone, visit } from '../../../test/visit.tsx';

let server = createPaymentServer();
let fake = installFakeStripe();
let turn = 0;

beforeEach(() => {
  server = createPaymentServer();
  fake = installFakeStripe();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => void vi.unstubAllGlobals());

/** The page keeps one Stripe per key, so each test has a key of its own. */
function open(path: string, more: Partial<PublicConfig> = {}) {
  turn += 1;
  const publishableKey = `pk_test_${turn}`;
  return visit(path, server, {
    ...testConfig,
    ...more,
    payments: { provider: 'stripe', selling: true, publishableKey },
  });
}

const field = (name: string) => screen.findByLabelText(`stripe-${name}`, {}, deadline);
const fill = async (name: string, text: string) => user.type(await field(name), text);
const alert = async () => (await screen.findByRole('alert')).textContent ?? '';
const bought = () => waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));

async function fillAll(more: Partial<PublicConfig> = {}) {
  await open('/create-plan?plan=pro', more);
  await fill('payment-number', '4242');
  for (const name of ['name', 'phone', 'line1', 'city', 'state', 'postal_code']) {
    await fill(`address-${name}`, `a ${name}`);
  }
}

const asked = (paymentMethodId: string) => ({
  planId: 'pro',
  timeZone,
  dueNow: { amount: 1_000, currency: 'usd' },
  billingInfo: {
    paymentMethodId,
    billingDetails: {
      name: 'a name',
      phone: 'a phone',
      address: {
        line1: 'a line1',
        city: 'a city',
        state: 'a state',
        postal_code: 'a postal_code',
        country: 'US',
      },
    },
  },
});

describe('buying with Stripe', () => {
  it.each(['payment-number', 'address-line1'])(
    'something typed at %s, and then “Other plans”: asks before it is lost',
    async (name) => {
      await open('/create-plan?plan=pro');
      await fill(name, '4');
      await press('Other plans');
      await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    },
  );

  it('nothing typed: “Other plans” leads there', async () => {
    await open('/create-plan?plan=pro');
    await field('payment-number');
    await press('Other plans');
    expect(await screen.findByRole('button', { name: 'Choose Pro' })).toBeTruthy();
  });

  it('asks for a card of the plan’s price, and hands on its payment method, once', async () => {
    await fillAll();
    expect(fake.groups.at(-1)?.options).toMatchObject({
      mode: 'subscription',
      amount: 1000,
      currency: 'usd',
      paymentMethodCreation: 'manual',
      allowedPaymentMethodTypes: ['card'],
      locale: 'en',
    });
    await user.dblClick(await screen.findByRole('button', { name: 'Pay $10.00' }));
    await bought();
    expect(server.sent('createSubscription')).toEqual([asked('pm_1')]);
    expect(fake.stripe.createPaymentMethod).toHaveBeenCalledTimes(1);
  });

  it('speaks Chinese, and begins in China', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await open('/create-plan?plan=pro');
    expect(await field('address-country')).toHaveProperty('value', 'CN');
    expect(fake.groups.at(-1)?.options).toMatchObject({ locale: 'zh' });
  });

  it('repeats Stripe’s sentence about the fields', async () => {
    await open('/create-plan?plan=pro');
    await field('payment-number');
    await press('Pay $10.00');
    expect(await alert()).toContain('Your card number is incomplete.');
  });

  it('incomplete address: refused', async () => {
    await open('/create-plan?plan=pro');
    await fill('payment-number', '4242');
    await press('Pay $10.00');
    expect(await alert()).toContain('Please fill in all required address fields');
    expect(server.sent('createSubscription')).toEqual([]);
  });

  it('says that no payment method was created', async () => {
    await fillAll();
    fake.answers.paymentMethod = {};
    await press('Pay $10.00');
    expect(await alert()).toContain('No payment method created');
  });

  it('says that the address element is gone', async () => {
    await fillAll();
    for (const group of fake.groups) {
      vi.spyOn(group, 'getElement').mockReturnValue(null);
    }
    await press('Pay $10.00');
    expect(await alert()).toContain('Address element not found');
  });

  it('makes another payment method after a decline and after a change, and none otherwise', async () => {
    await fillAll();
    server.state.refusals.createSubscription = { code: 'billing/provider-unavailable' };
    await press('Pay $10.00');
    await press('Pay $10.00');
    await fill('address-city', '!');
    server.state.refusals.createSubscription = { code: 'billing/card-refused', message: 'No!' };
    await press('Pay $10.00');
    expect(await alert()).toContain('No!');
    server.state.refusals = {};
    await press('Pay $10.00');
    await bought();
    const ids = server.sent('createSubscription').map(({ billingInfo }) => billingInfo);
    expect(ids).toMatchObject(
      ['pm_1', 'pm_1', 'pm_2', 'pm_3'].map((paymentMethodId) => ({ paymentMethodId })),
    );
    expect(new Set(server.keys('createSubscription')).size).toBe(3);
  });

  it('Stripe’s script did not load: says so', async () => {
    breakFakeStripe();
    await open('/create-plan?plan=pro');
    expect(await alert()).toContain('The card fields did not load.');
  });
});

describe('3-D Secure with Stripe', () => {
  beforeEach(async () => {
    server.state.clientSecret = 'pi_secret';
    await fillAll();
  });

  it('confirmed at Stripe: the settings open', async () => {
    await press('Pay $10.00');
    await bought();
    expect(fake.stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_secret' });
  });

  it('already confirmed: not asked again', async () => {
    fake.answers.payment = { paymentIntent: { status: 'succeeded' } };
    await press('Pay $10.00');
    await bought();
    expect(fake.stripe.handleNextAction).not.toHaveBeenCalled();
  });

  it.each([
    [{ error: { message: 'We are unable to authenticate.' } }, 'We are unable to authenticate.'],
    [{ paymentIntent: { status: 'requires_payment_method' } }, 'The payment was not confirmed'],
  ])('that fails keeps the form: %o', async (answer, sentence) => {
    fake.answers.nextAction = answer;
    await press('Pay $10.00');
    expect(await alert()).toContain(sentence);
    expect(await screen.findByRole('button', { name: 'Confirm again' })).toBeTruthy();
    expect(await field('payment-number')).toHaveProperty('value', '4242');
  });

  it('that fails, and then the connection: “Confirm again” is off', async () => {
    fake.answers.nextAction = { paymentIntent: { status: 'requires_payment_method' } };
    await press('Pay $10.00');
    const again = await screen.findByRole('button', { name: 'Confirm again' }, deadline);
    expect(again.getAttribute('aria-disabled')).toBeNull();
    const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(again.getAttribute('aria-disabled')).toBe('true');
    isOnLine.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
  });
});

describe('a trial with a card whose bank asks', () => {
  beforeEach(async () => {
    server.state.clientSecret = 'seti_1_secret_2';
    const trial_end = '2026-12-06T10:00:00.000Z';
    server.state.purchase = { ...server.state.purchase, promotion: null, trial_end };
    const trial = { days: 14, card: true };
    await fillAll({ plans: testConfig.plans.map((plan) => ({ ...plan, trial })) });
  });

  it('confirmed at Stripe: the settings open', async () => {
    fake.answers.nextAction = { setupIntent: { status: 'succeeded' } };
    await press('Start the free trial');
    await bought();
    const clientSecret = 'seti_1_secret_2';
    expect(fake.groups[0]?.options).toMatchObject({ mode: 'setup' });
    expect(fake.stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret });
    expect(fake.stripe.retrievePaymentIntent).not.toHaveBeenCalled();
    expect(screen.queryByText(/has not confirmed the card/)).toBeNull();
  });

  it('not confirmed: the settings open, and it is said', async () => {
    fake.answers.nextAction = { error: { message: 'We are unable to authenticate.' } };
    await press('Start the free trial');
    await bought();
    expect(await screen.findByText(/has not confirmed the card/)).toBeTruthy();
  });
});

describe('adding a card with Stripe', () => {
  async function addCard() {
    await open('/subscription/s1/billing/payment-methods');
    await press('Add card');
    await fill('payment-number', '4242');
    await user.dblClick(await screen.findByRole('button', { name: 'Save card' }));
  }

  it('confirms a setup that returns to this page', async () => {
    await addCard();
    await screen.findByText('The card has been added.');
    expect(fake.groups.at(-1)?.options).toMatchObject({ mode: 'setup' });
    expect(fake.stripe.confirmSetup.mock.calls).toEqual([
      [
        {
          elements: fake.groups.find(({ isSubmitted }) => isSubmitted),
          clientSecret: 'seti_secret',
          confirmParams: { return_url: location.href },
          redirect: 'if_required',
        },
      ],
    ]);
  });

  it('card refused: repeats Stripe’s sentence', async () => {
    fake.answers.setup = { error: { message: 'Your card was declined.' } };
    await addCard();
    expect(await alert()).toContain('Failed to add the card');
    expect(await alert()).toContain('Your card was declined.');
  });
});
