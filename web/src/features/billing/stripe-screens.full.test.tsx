import type { PublicConfig } from '@hearth/contract';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaymentServer } from '../../../test/payment-server.ts';
import { press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';
import { loadStripeFor } from './shared/stripe.ts';

let server = createPaymentServer();
let turn = 0;
/** The page keeps one Stripe per key, so each test has a key of its own. */
let payments: PublicConfig['payments'];
let stripe: Stripe;

beforeEach(async () => {
  server = createPaymentServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  turn += 1;
  payments = { provider: 'stripe', selling: true, publishableKey: `pk_test_${turn}` };
  stripe = await loadStripeFor(payments, 'en');
  vi.spyOn(stripe, 'elements');
});
afterEach(() => void vi.unstubAllGlobals());

const open = (path: string, more: Partial<PublicConfig> = {}) =>
  visit(path, server, { ...testConfig, ...more, payments });
const openPro = () => open('/create-plan?plan=pro');
const field = (name: string) => screen.findByTestId(`stripe-${name}`, {}, deadline);
const fill = async (name: string, text: string) => user.type(await field(name), text);
const alert = async () => (await screen.findByRole('alert', {}, deadline)).textContent ?? '';
const bought = () => waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
const made = () => vi.mocked(stripe.elements).mock;
const groups = () => made().results.map(({ value }) => value as StripeElements);
const lines = ['name', 'phone', 'line1', 'line2', 'city', 'state', 'postal_code'] as const;

async function fillAll(more: Partial<PublicConfig> = {}) {
  await open('/create-plan?plan=pro', more);
  await press(/^Fill in 4242/);
  for (const line of lines) {
    await fill(`address-${line}`, `a ${line}`);
  }
}

describe('leaving what was typed in Stripe’s fields', () => {
  it.each(['payment-number', ...lines.map((line) => `address-${line}`)])(
    'something typed at %s, and then “Back to plans”: asks before it is lost',
    async (name) => {
      await openPro();
      await fill(name, '4');
      await press('Back to plans');
      await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    },
  );

  it('nothing typed but another country: “Back to plans” leads there', async () => {
    server.identity.displayName = 'Ada Lovelace';
    await openPro();
    expect(await field('address-name')).toHaveProperty('value', 'Ada Lovelace');
    await user.selectOptions(await field('address-country'), 'DE');
    await press('Back to plans');
    expect(await screen.findByRole('button', { name: 'Choose Pro' })).toBeTruthy();
  });
});

describe('buying with Stripe', () => {
  it('asks for a card of the plan’s price', async () => {
    await openPro();
    await field('payment-number');
    expect(made().lastCall?.[0]).toMatchObject({
      mode: 'subscription',
      amount: 1000,
      currency: 'usd',
      paymentMethodCreation: 'manual',
      allowedPaymentMethodTypes: ['card'],
      locale: 'en',
    });
  });

  it('the cost is being read: the fields are there, and keep what was typed once it is answered', async () => {
    server.state.purchase = { ...server.state.purchase, promotion: null };
    let answer = () => {};
    server.state.gates.previewPurchase = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await openPro();
    await waitFor(() => expect(server.sent('previewPurchase')).not.toEqual([]), deadline);
    await fill('payment-number', '4242');
    answer();
    await screen.findAllByText(/Dec 21/, {}, deadline);
    expect(await field('payment-number')).toHaveProperty('value', '4242');
  });

  it('window that becomes narrow: its text is no smaller than a phone can show without zooming', async () => {
    const narrow = Object.assign(new EventTarget(), { matches: false });
    const other = Object.assign(new EventTarget(), { matches: false });
    vi.stubGlobal('matchMedia', (query: string) => (/coarse/.test(query) ? narrow : other));
    await openPro();
    const fields = (await field('payment-number')).closest<HTMLElement>('.emulated-element');
    const size = () => fields?.style.getPropertyValue('--emulated-fontSizeBase');
    expect(size()).toBe('15px');
    narrow.matches = true;
    act(() => void narrow.dispatchEvent(new Event('change')));
    await waitFor(() => expect(size()).toBe('16px'));
  });

  it('phone that is optional: not asked for', async () => {
    await open('/create-plan?plan=pro', { phone: 'optional' });
    expect(await screen.findByLabelText('Phone number (optional)', {}, deadline)).toBeTruthy();
  });

  it('speaks Chinese, and begins in China; so does the bank', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    server.state.clientSecret = 'pi_secret';
    await openPro();
    expect(await field('address-country')).toHaveProperty('value', 'CN');
    await press(/^填入 4242/);
    for (const line of lines) {
      await fill(`address-${line}`, `a ${line}`);
    }
    await press('支付 $10.00');
    expect(await screen.findByRole('alertdialog', { name: '银行请您确认这笔付款' })).toBeTruthy();
  });

  it('incomplete address: refused', async () => {
    await fillAll();
    for (const group of groups()) {
      const address = group.getElement('address');
      const typed = await address?.getValue();
      if (address && typed) {
        vi.spyOn(address, 'getValue').mockResolvedValue({ ...typed, complete: false });
      }
    }
    await press('Pay $10.00');
    expect(await alert()).toContain('Please fill in all required address fields');
    expect(server.sent('createSubscription')).toEqual([]);
  });

  it('says that the address element is gone', async () => {
    await fillAll();
    for (const group of groups()) {
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
});

describe('a script that does not load', () => {
  const said = 'The card fields did not load.';

  it('Stripe’s: says so', async () => {
    // The script takes no keys of live mode.
    payments = { ...payments, publishableKey: 'pk_live_1' };
    await openPro();
    expect(await alert()).toContain(said);
  });

  it('the sandbox’s: says so, and is asked for again the next time', async () => {
    payments = { ...payments, provider: 'sandbox', publishableKey: 'pk_test_sandbox_again' };
    const { Stripe: loaded } = window;
    vi.stubGlobal('Stripe', undefined);
    const append = vi.spyOn(document.head, 'append').mockReturnValue();
    const scripts = () => append.mock.calls.flat() as HTMLScriptElement[];

    await openPro();
    await waitFor(() => expect(scripts()).toHaveLength(1), deadline);
    expect(scripts()[0]?.getAttribute('src')).toBe('/sandbox/stripe.js');
    act(() => void scripts()[0]?.dispatchEvent(new Event('error')));
    expect(await alert()).toContain(said);

    await press('Back to plans');
    await press('Choose Pro');
    await waitFor(() => expect(scripts()).toHaveLength(2));
    vi.stubGlobal('Stripe', loaded);
    act(() => void scripts()[1]?.dispatchEvent(new Event('load')));
    expect(await field('payment-number')).toBeTruthy();
  });
});

describe('3-D Secure with Stripe', () => {
  beforeEach(async () => {
    server.state.clientSecret = 'pi_secret';
    await fillAll();
  });

  it.each(['succeeded', 'processing'])('already confirmed, %s: not asked again', async (status) => {
    server.stripeState.intentStatus = status;
    await press('Pay $10.00');
    await bought();
    expect(server.sentToStripe('/authenticate')).toEqual([]);
  });

  it('that fails, and then the connection: “Confirm again” is off', async () => {
    await press('Pay $10.00');
    await press('Refuse');
    const again = await screen.findByRole('button', { name: 'Confirm again' }, deadline);
    expect(again.getAttribute('aria-disabled')).toBeNull();
    const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(again.getAttribute('aria-disabled')).toBe('true');
    isOnLine.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
  });
});

it('trial with a card that its bank confirms: the settings open', async () => {
  server.state.clientSecret = 'seti_1_secret_2';
  const trial_end = '2026-12-06T10:00:00.000Z';
  server.state.purchase = { ...server.state.purchase, promotion: null, trial_end };
  const trial = { days: 14, card: true };
  await fillAll({ plans: testConfig.plans.map((plan) => ({ ...plan, trial })) });
  expect(made().lastCall?.[0]).toMatchObject({ mode: 'setup' });
  await press('Start the free trial');
  await screen.findByRole('alertdialog', { name: 'Your bank asks you to confirm this card' });
  await press('Confirm');
  await bought();
  expect(server.sentToStripe('/authenticate')).toEqual([
    { client_secret: 'seti_1_secret_2', agreed: 'true' },
  ]);
  expect(screen.queryByText(/has not confirmed the card/)).toBeNull();
});

it('replacing the card: confirms a setup that returns to the cards and says for what', async () => {
  const confirmSetup = vi.spyOn(stripe, 'confirmSetup');
  await open('/subscription/s1/billing');
  await press('Replace card');
  await press(/^Fill in 4242/);
  await press('Save card');
  await waitFor(() => expect(confirmSetup).toHaveBeenCalledTimes(1), deadline);
  const return_url = `${location.origin}/subscription/s1/billing/payment-methods?replace=default`;
  expect(confirmSetup.mock.lastCall?.[0]).toMatchObject({ confirmParams: { return_url } });
});

it('adding a card: confirms a setup that returns to this page', async () => {
  const confirmSetup = vi.spyOn(stripe, 'confirmSetup');
  await open('/subscription/s1/billing/payment-methods');
  await press('Add card');
  await press(/^Fill in 4242/);
  await user.dblClick(await screen.findByRole('button', { name: 'Save card' }));
  await screen.findByText('The card has been added.');
  expect(made().lastCall?.[0]).toMatchObject({ mode: 'setup' });
  expect(confirmSetup.mock.calls).toEqual([
    [
      expect.objectContaining({
        clientSecret: 'seti_secret',
        confirmParams: { return_url: location.href },
        redirect: 'if_required',
      }),
    ],
  ]);
});
