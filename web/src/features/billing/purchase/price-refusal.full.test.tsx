import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn } from '../../../../test/payer.ts';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { pressOnceOn, user } from '../../../../test/person.ts';
import { monthlyYearly, taxed } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();

const usd = (amount: number) => ({ amount, currency: 'usd' });
const trial_end = '2026-12-06T10:00:00.000Z';
const cost = {
  subtotal: usd(4_000),
  discount: usd(0),
  total: usd(4_000),
  due_now: usd(4_000),
  lines: [],
  next: usd(4_000),
  next_at: '2026-12-22T10:00:00.000Z',
  promotion: null,
};
const taxOf355 = {
  ...cost,
  tax: usd(355),
  tax_included: false,
  reverse_charge: false,
  total: usd(4_355),
  due_now: usd(4_355),
  next: usd(4_355),
};
const nothing = { subtotal: usd(0), total: usd(0), due_now: usd(0), next_at: trial_end, trial_end };
const inTaxedTrial = { ...taxOf355, ...nothing, tax: usd(0) };

function withTrial(config: typeof taxed) {
  const trial = { days: 14, card: true };
  const plans = config.plans.map((plan) => (plan.id === 'pro' ? { ...plan, trial } : plan));
  return { ...config, plans, billing: { ...config.billing, promotionCodes: true } };
}

beforeEach(() => {
  server = createPaymentServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const pro = '/create-plan?plan=pro&frequency=month&currency=usd';

const sentences = {
  en: ['The trial is used. You pay $43.55 today.', 'Start the free trial', 'Pay $43.55'],
  zh: ['试用已使用过，今天支付 $43.55。', '开始免费试用', '支付 $43.55'],
} as const;

describe('a purchase that is refused because it costs another sum', () => {
  it.each(['en', 'zh'] as const)(
    'trial used: says what is paid today, and takes it: %s',
    async (language) => {
      localStorage.setItem('i18nextLng', language);
      const [said, start, pay] = sentences[language];
      server.state.purchase = inTaxedTrial;
      server.state.refusals.createSubscription = { code: 'billing/trial-used' };
      await visit(pro, server, withTrial(taxed));
      await screen.findByRole('button', { name: start });
      await fillIn({ language });
      server.state.purchase = { ...taxOf355, trial_end: null };
      await pressOnceOn(start);
      expect(await screen.findByText(said)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /\$0\.00/ })).toBeNull();
      server.state.refusals = {};
      await pressOnceOn(pay);
      await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
      expect(
        server.sent('createSubscription').map(({ trial, dueNow }) => ({ trial, dueNow })),
      ).toEqual([
        { trial: true, dueNow: undefined },
        { trial: undefined, dueNow: usd(4_355) },
      ]);
    },
  );

  it('tax changed: says the sum with the new tax, and takes it without another page', async () => {
    server.state.purchase = { ...taxOf355, tax: usd(300), due_now: usd(4_300) };
    server.state.refusals.createSubscription = { code: 'billing/preview-outdated' };
    await visit(pro, server, taxed);
    await fillIn();
    await screen.findByRole('button', { name: 'Pay $43.00' });
    server.state.purchase = taxOf355;
    await pressOnceOn('Pay $43.00');
    expect(await screen.findByText('The price has changed. You pay $43.55 today.')).toBeTruthy();
    server.state.refusals = {};
    await pressOnceOn('Pay $43.55');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription').at(-1)).toMatchObject({ dueNow: usd(4_355) });
  });

  it('price raised: shows the price of now in place of the one that came with the page', async () => {
    server.state.refusals.createSubscription = { code: 'billing/preview-outdated' };
    await visit(pro, server, monthlyYearly);
    await screen.findByRole('button', { name: 'Pay $40.00' });
    await fillIn();
    server.state.purchase = {
      ...cost,
      subtotal: usd(4_500),
      due_now: usd(4_500),
      next: usd(4_500),
    };
    await pressOnceOn('Pay $40.00');
    expect(await screen.findByText('The price has changed. You pay $45.00 today.')).toBeTruthy();
    expect(screen.getByText('$45.00 per month')).toBeTruthy();
    server.state.refusals = {};
    await pressOnceOn('Pay $45.00');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription').at(-1)).toMatchObject({ dueNow: usd(4_500) });
  });

  it('code used up: says the sum without it', async () => {
    const code = {
      code: 'HALF',
      percent_off: 50,
      amount_off: null,
      duration: 'once' as const,
      months: null,
    };
    server.state.purchase = { ...cost, discount: usd(2_000), due_now: usd(2_000), promotion: code };
    await visit(pro, server, {
      ...monthlyYearly,
      billing: { cancel: 'now', promotionCodes: true },
    });
    await fillIn();
    await pressOnceOn('Have a code?');
    await user.type(screen.getByLabelText('Promotion code'), 'HALF');
    await pressOnceOn('Apply code');
    await screen.findByRole('button', { name: 'Pay $20.00' });
    server.state.refusals.createSubscription = { code: 'billing/code-invalid' };
    server.state.purchase = cost;
    await pressOnceOn('Pay $20.00');
    const said = 'The code does not apply any more. You pay $40.00 today.';
    expect(await screen.findByText(said)).toBeTruthy();
    server.state.refusals = {};
    await pressOnceOn('Pay $40.00');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription').at(-1)).not.toHaveProperty('promotionCode');
  });

  it('trial added meanwhile: begins with it at the next press', async () => {
    server.state.refusals.createSubscription = { code: 'billing/preview-outdated' };
    await visit(pro, server, monthlyYearly);
    await screen.findByRole('button', { name: 'Pay $40.00' });
    await fillIn();
    server.state.purchase = { ...cost, ...nothing };
    await pressOnceOn('Pay $40.00');
    expect(
      await screen.findByText(/^The price has changed\. You pay nothing today, and \$40\.00 on /),
    ).toBeTruthy();
    server.state.refusals = {};
    await pressOnceOn('Start the free trial');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription').at(-1)).toMatchObject({ trial: true });
  });
});
