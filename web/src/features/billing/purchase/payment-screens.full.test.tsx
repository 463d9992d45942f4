import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paidInvoice } from '../../../../test/billing-server.ts';
import { fillIn } from '../../../../test/payer.ts';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { press, user } from '../../../../test/person.ts';
import { notAuthenticated } from '../../../../test/stripe-server.ts';
import { testConfig, withheld } from '../../../../test/test-config.ts';
import { deadline, timeZone, visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();

const withoutPayments = {
  ...testConfig,
  payments: { provider: 'none', selling: false, publishableKey: '' },
} as const;

beforeEach(() => {
  server = createPaymentServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => void vi.unstubAllGlobals());

const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label, {}, deadline);
const alert = async () => (await screen.findByRole('alert')).textContent ?? '';

async function type(label: string, text: string) {
  const field = await input(label);
  await user.clear(field);
  await user.type(field, text);
}

/** Enterprise is shown at another price than the provider has. */
const withFault = {
  ...testConfig,
  plans: withheld(({ id }) => id === 'enterprise'),
};

async function openBillingStep() {
  await visit('/create-plan', server);
  await press('Choose Pro');
  await screen.findByRole('heading', { level: 1, name: 'Start Pro' });
}

async function fillAll() {
  await openBillingStep();
  await fillIn();
}

const billingInfo = (paymentMethodId: string) => ({
  billingDetails: {
    name: 'Ada Lovelace',
    phone: '+1 555 0100',
    address: {
      line1: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      postal_code: '62701',
      country: 'US',
    },
  },
  paymentMethodId,
});
const asked = (paymentMethodId: string) => ({
  planId: 'pro',
  timeZone,
  dueNow: { amount: 1_000, currency: 'usd' },
  billingInfo: billingInfo(paymentMethodId),
});
const bought = () => waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));

describe('choosing a plan by its address', () => {
  it('opens the billing step of a paid plan', async () => {
    await visit('/create-plan?plan=enterprise', server);
    expect(await screen.findByRole('button', { name: 'Pay $30.00' }, deadline)).toBeTruthy();
  });

  it.each(['platinum', 'gold'])('says that %s cannot be chosen', async (plan) => {
    await visit(`/create-plan?plan=${plan}`, server);
    await screen.findByRole('button', { name: 'Choose Pro' }, deadline);
    expect(await alert()).toContain('This plan does not exist.');
  });

  it('address that names the free plan: creates nothing', async () => {
    await visit('/create-plan?plan=free', server);
    await screen.findByRole('button', { name: 'Choose Free' }, deadline);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(server.sent('createSubscription')).toEqual([]);
  });
});

it('card and address typed, and then “Back to plans”: asks before they are lost', async () => {
  await fillAll();
  await press('Back to plans');
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await press('Keep editing');
  expect((await input('City')).value).toBe('Springfield');
  await press('Back to plans');
  await press('Discard changes');
  expect(await screen.findByRole('button', { name: 'Choose Pro' })).toBeTruthy();
});

describe('a server without payments', () => {
  it('offers free plans only, and says so', async () => {
    await visit('/create-plan?plan=pro', server, withoutPayments);
    const pro = await screen.findByRole('button', { name: 'Choose Pro' }, deadline);
    expect(pro.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/only free plans can be chosen/)).toBeTruthy();
    await user.click(pro);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    await press('Choose Free');
    await bought();
  });
});

describe('a plan whose price is wrong at the provider', () => {
  it.each(['/create-plan', '/create-plan?plan=enterprise'])(
    'is shown at %s but cannot be chosen, while the others can',
    async (address) => {
      await visit(address, server, withFault);
      const off = await screen.findByRole('button', { name: 'Not available right now' }, deadline);
      expect(off.getAttribute('aria-disabled')).toBe('true');
      expect(screen.queryByText('Only free plans can be chosen right now.')).toBeNull();
      await press('Choose Pro');
      expect(await screen.findByRole('button', { name: 'Pay $10.00' })).toBeTruthy();
    },
  );
});

describe('the billing step', () => {
  it('says what is bought and what it costs', async () => {
    await openBillingStep();
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    expect(summary.getByText('Pro')).toBeTruthy();
    expect(summary.getByText('$10.00 per week')).toBeTruthy();
    expect(summary.getByText('$10.00')).toBeTruthy();
  });

  it('buys once, however often the button is pressed, and opens the settings', async () => {
    let open = () => {};
    server.state.gates.createSubscription = new Promise((resolve) => {
      open = resolve;
    });
    await fillAll();
    const pay = screen.getByRole('button', { name: 'Pay $10.00' });
    await user.dblClick(pay);
    await user.click(pay);
    open();
    await bought();
    expect(server.sent('createSubscription')).toEqual([asked('pm_1')]);
    expect(server.keys('createSubscription')[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(server.sentToStripe('/payment_methods')).toEqual([
      expect.objectContaining({
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2034',
        'card[cvc]': '123',
        'billing_details[name]': 'Ada Lovelace',
        'billing_details[address][city]': 'Springfield',
      }),
    ]);
  });

  it('bought: gives thanks and asks for the name of the project first', async () => {
    server.state.subscription = { ...server.state.subscription, settings: {} };
    server.identity.displayName = 'Ada Lovelace';
    server.state.invoices = [{ ...paidInvoice, receipt_url: 'https://pay.example/receipt' }];
    await fillAll();
    await press('Pay $10.00');
    const heading = { level: 1, name: 'You’re on Pro. Thank you, Ada.' };
    expect(await screen.findByRole('heading', heading)).toBeTruthy();
    const text = /^We charged \$10\.00 to Visa ·· 4242\. The receipt goes to .+@.+\.$/;
    expect(await screen.findByText(text)).toBeTruthy();
    expect((await input('Name your project')).value).toBe('Ada’s project');
    expect(screen.getByRole('link', { name: 'Invite people' })).toBeTruthy();
    const receipt = await screen.findByRole('link', { name: /^Receipt/ });
    expect(receipt.getAttribute('href')).toBe('https://pay.example/receipt');
    expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
    await bought();
  });

  it('bought for a project that has a name: asks for none', async () => {
    await fillAll();
    await press('Pay $10.00');
    await screen.findByRole('heading', { level: 1, name: /^You’re on Pro\./ });
    expect(screen.queryByLabelText('Name your project')).toBeNull();
  });

  it('points at every field that is missing, the first one with the focus', async () => {
    await openBillingStep();
    const number = await input('Card number');
    await press('Pay $10.00');
    expect(await alert()).toContain('Your card number is incomplete.');
    expect(screen.getByText("Your card's expiration date is incomplete.")).toBeTruthy();
    expect(screen.getAllByText('This field is incomplete.')).toHaveLength(6);
    expect(document.activeElement).toBe(number);

    await press(/^Fill in 4242/);
    await press('Pay $10.00');
    await waitFor(async () =>
      expect(await alert()).toContain('Please provide a complete address.'),
    );
    expect(document.activeElement).toBe(await input('Full name'));
    expect(server.sentToStripe('/payment_methods')).toEqual([]);
  });

  it('reads the expiry date as it is written on cards, and no other', async () => {
    await fillAll();
    await type('Expiry date', '13/30');
    await press('Pay $10.00');
    expect(await alert()).toContain("Your card's expiration date is incomplete.");
    await type('Expiry date', '4/29');
    await press('Pay $10.00');
    await bought();
    expect(server.sentToStripe('/payment_methods')).toMatchObject([
      { 'card[exp_month]': '4', 'card[exp_year]': '2029' },
    ]);
  });

  it('country without states: no state is required', async () => {
    await fillAll();
    await user.selectOptions(await input('Country or region'), 'DE');
    await user.clear(await input('State or province (optional)'));
    await press('Pay $10.00');
    await bought();
    const [first] = server.sent('createSubscription');
    expect(first).toMatchObject({
      billingInfo: { billingDetails: { address: { country: 'DE', state: '' } } },
    });
  });

  it('country without postal codes or cities: neither is required', async () => {
    await fillAll();
    await user.selectOptions(await input('Country or region'), 'HK');
    await user.clear(await input('Postal code (optional)'));
    await user.clear(await input('City (optional)'));
    await press('Pay $10.00');
    await bought();
    expect(server.sent('createSubscription')[0]).toMatchObject({
      billingInfo: { billingDetails: { address: { country: 'HK', city: '', postal_code: '' } } },
    });
  });

  it('survives a decline: the bank’s sentence, everything typed, another card and another key', async () => {
    const message = 'Your card has insufficient funds.';
    server.state.refusals.createSubscription = { code: 'billing/card-refused', message };
    await fillAll();
    await press('Pay $10.00');
    expect(await alert()).toContain('Pro could not be started');
    expect(await alert()).toContain(message);
    expect((await input('Card number')).value).toBe('4242 4242 4242 4242');
    expect((await input('City')).value).toBe('Springfield');

    server.state.refusals = {};
    await press('Pay $10.00');
    await bought();
    expect(server.sent('createSubscription')).toEqual([asked('pm_1'), asked('pm_2')]);
    const [first, second] = server.keys('createSubscription');
    expect(second).not.toBe(first);
  });

  it('repeats a request whose answer was lost with the same card and the same key', async () => {
    server.state.refusals.createSubscription = { code: 'billing/provider-unavailable' };
    await fillAll();
    await press('Pay $10.00');
    expect(await alert()).toContain('is not responding right now');
    server.state.refusals = {};
    await press('Pay $10.00');
    await bought();
    expect(server.sent('createSubscription')).toEqual([asked('pm_1'), asked('pm_1')]);
    const [first, second] = server.keys('createSubscription');
    expect(second).toBe(first);
  });

  it('repeats Stripe’s sentence about a card that it does not take', async () => {
    server.stripeState.refusals.payment_methods = 'Only test cards work here.';
    await fillAll();
    await press('Pay $10.00');
    expect(await alert()).toContain('Only test cards work here.');
    expect(server.sent('createSubscription')).toEqual([]);
  });
});

describe('a payment that the bank asks about', () => {
  const challenges = () => server.sentToStripe('/authenticate');

  beforeEach(async () => {
    server.state.clientSecret = 'pi_secret';
    await fillAll();
    await press('Pay $10.00');
    await screen.findByRole('alertdialog', { name: 'Your bank asks you to confirm this payment' });
  });

  it('confirmed: goes to the settings', async () => {
    await press('Confirm');
    await bought();
    expect(challenges()).toEqual([{ client_secret: 'pi_secret', agreed: 'true' }]);
  });

  it('confirmed, but not yet known to the server: waits, so that nothing says Incomplete', async () => {
    server.state.subscription = { ...server.state.subscription, status: 'incomplete' };
    await press('Confirm');
    await waitFor(() => expect(challenges()).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(location.pathname).toBe('/create-plan');
    server.state.subscription = { ...server.state.subscription, status: 'active' };
    await bought();
    expect(screen.queryByText('Incomplete')).toBeNull();
  });

  it('bank confirmation no longer open: not shown as paid', async () => {
    server.stripeState.agreedStatus = 'requires_payment_method';
    await press('Confirm');
    expect(await alert()).toContain('The payment was not confirmed');
    expect(location.pathname).toBe('/create-plan');
  });

  it('left unconfirmed: can be confirmed later for the same subscription', async () => {
    await press('Refuse');
    expect(await alert()).toContain(notAuthenticated);
    await press('Confirm again');
    await press('Confirm');
    await bought();
    expect(challenges().map(({ agreed }) => agreed)).toEqual(['false', 'true']);
    expect(server.sent('resumePayment')).toEqual([{ subscriptionId: 's1' }]);
    expect(server.sent('createSubscription')).toHaveLength(1);
  });

  it('another purchase begun: abandons this one first', async () => {
    await press('Refuse');
    await alert();
    server.state.clientSecret = undefined;
    await press('Pay $10.00');
    await bought();
    expect(server.sent('abandonSubscription')).toEqual([{ subscriptionId: 's1' }]);
    expect(server.sent('createSubscription')).toEqual([asked('pm_1'), asked('pm_2')]);
  });

  it('payment that succeeded meanwhile: not paid twice', async () => {
    await press('Refuse');
    await alert();
    server.state.refusals.abandonSubscription = { code: 'billing/nothing-to-pay' };
    await press('Pay $10.00');
    await bought();
    expect(server.sent('createSubscription')).toHaveLength(1);
  });
});
