import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn } from '../../../../test/payer.ts';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { press, user } from '../../../../test/person.ts';
import { monthlyYearly } from '../../../../test/test-config.ts';
import { timeZone, visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();

const usd = (amount: number) => ({ amount, currency: 'usd' });
const trial_end = '2026-12-06T10:00:00.000Z';
const nothing = usd(0);
const withoutTrial = {
  subtotal: usd(4_000),
  discount: nothing,
  total: usd(4_000),
  due_now: usd(4_000),
  lines: [],
  next: usd(4_000),
  next_at: '2026-12-22T10:00:00.000Z',
  promotion: null,
  trial_end: null,
};
const inTrial = {
  ...withoutTrial,
  subtotal: nothing,
  total: nothing,
  due_now: nothing,
  next_at: trial_end,
  trial_end,
};

function withTrial({ card = true } = {}) {
  const trial = { days: 14, card };
  const plans = monthlyYearly.plans.map((plan) => (plan.id === 'pro' ? { ...plan, trial } : plan));
  const billing = { cancel: 'now' as const, promotionCodes: true };
  return { ...monthlyYearly, plans, billing };
}

beforeEach(() => {
  server = createPaymentServer();
  server.state.purchase = inTrial;
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const pro = '/create-plan?plan=pro&frequency=month&currency=usd';
const named = { planId: 'pro', frequency: 'month', currency: 'usd' };

describe('the plans', () => {
  it('name the trial of a plan with the price after it', async () => {
    await visit('/create-plan', server, withTrial());
    expect(await screen.findByText('14 days free, then $40 per month')).toBeTruthy();
  });
});

describe('a purchase that begins with a trial', () => {
  it('says what is due when before the card, and afterwards that nothing was charged', async () => {
    await visit(pro, server, withTrial());
    const then = '14 days free, then $40.00 per month from Dec 6, 2026.';
    expect(await screen.findByText(then)).toBeTruthy();
    const shown = within(screen.getByRole('region', { name: 'Summary' }));
    expect(shown.getByText('$0.00')).toBeTruthy();
    expect(shown.getByText('Cancel before that day and nothing is charged.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();

    await fillIn();
    await press('Start the free trial');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription')).toEqual([
      expect.objectContaining({ ...named, trial: true, billingInfo: expect.anything() }),
    ]);
    const thanks = 'Nothing is charged now. The first payment of $40.00 is on Dec 6, 2026.';
    expect(await screen.findByText(thanks)).toBeTruthy();
    expect(screen.queryByText(/receipt/)).toBeNull();
  });

  it('in Chinese says it in Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await visit(pro, server, withTrial());
    const then = '免费试用 14 天，自 2026年12月6日起每月 $40.00。';
    expect(await screen.findByText(then)).toBeTruthy();
    expect(screen.getByRole('button', { name: '开始免费试用' })).toBeTruthy();
  });

  it('without a card asks for none', async () => {
    await visit(pro, server, withTrial({ card: false }));
    await screen.findByText('No card needed. Without one the project ends with the trial.');
    expect(screen.queryByLabelText('Card number')).toBeNull();
    await press('Start the free trial');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription')).toEqual([
      { ...named, timeZone, trial: true, next: usd(4_000) },
    ]);
    expect(await screen.findByText(/add a card before that day/)).toBeTruthy();
  });

  it('whose bank did not confirm the card goes on, and says so', async () => {
    server.state.clientSecret = 'seti_1_secret_2';
    await visit(pro, server, withTrial());
    await screen.findByRole('button', { name: 'Start the free trial' });
    await fillIn();
    await press('Start the free trial');
    await press('Refuse');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(await screen.findByText(/your bank has not confirmed the card/)).toBeTruthy();
  });

  it('is refused for the card: shows the price instead, and buys at the next press', async () => {
    server.state.refusals.createSubscription = { code: 'billing/trial-used' };
    await visit(pro, server, withTrial());
    await screen.findByRole('button', { name: 'Start the free trial' });
    await fillIn();
    server.state.purchase = withoutTrial;
    await press('Start the free trial');
    const said = 'The trial is used. You pay $40.00 today.';
    expect(await screen.findByText(said)).toBeTruthy();
    const pay = await screen.findByRole('button', { name: 'Pay $40.00' });
    expect(screen.getByText(/so the first payment is due now/)).toBeTruthy();
    server.state.refusals = {};
    await user.click(pay);
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    const [first, second] = server.sent('createSubscription');
    expect([first?.trial, second?.trial]).toEqual([true, undefined]);
  });
});

describe('a purchase without the trial of its plan', () => {
  it('by who had one says so, with the price', async () => {
    server.state.purchase = withoutTrial;
    await visit(pro, server, withTrial());
    expect(await screen.findByRole('button', { name: 'Pay $40.00' })).toBeTruthy();
    expect(screen.getByText(/You had a trial before/)).toBeTruthy();
  });
});

describe('a purchase with a trial and a promotion code', () => {
  const off = { code: 'CODE', percent_off: 50, amount_off: null } as const;
  const months = { months: 3, ends_at: '2027-02-22T10:00:00.000Z' };
  const terms = [
    { lasts: { duration: 'once', months: null }, words: 'CODE: −$20.00, then $40.00 per month' },
    {
      lasts: { duration: 'repeating', ...months },
      words: 'CODE: −$20.00 per month until Feb 22, 2027, then $40.00 per month',
    },
    { lasts: { duration: 'forever', months: null }, words: 'CODE: −$20.00 per month' },
  ] as const;

  async function apply(lasts: (typeof terms)[number]['lasts']) {
    server.state.purchase = { ...inTrial, next: usd(2_000), promotion: { ...off, ...lasts } };
    await press('Have a code?');
    await user.type(screen.getByLabelText('Promotion code'), 'code');
    await press('Apply code');
  }

  it.each(terms)('says what is charged after it: $words', async ({ lasts, words }) => {
    await visit(pro, server, withTrial());
    await screen.findByRole('button', { name: 'Start the free trial' });
    await apply(lasts);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('14 days free, then $20.00 on Dec 6, 2026.')).toBeTruthy();
    await fillIn();
    await press('Start the free trial');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription')).toEqual([
      expect.objectContaining({ promotionCode: 'code', trial: true, next: usd(2_000) }),
    ]);
    expect(
      await screen.findByText(/The first payment of \$20\.00 is on Dec 6, 2026\./),
    ).toBeTruthy();
  });

  it('is refused if the price has changed, and shows what is charged later instead', async () => {
    server.state.refusals.createSubscription = { code: 'billing/preview-outdated' };
    await visit(pro, server, withTrial());
    await screen.findByRole('button', { name: 'Start the free trial' });
    await fillIn();
    server.state.purchase = { ...inTrial, next: usd(5_000) };
    await press('Start the free trial');
    const said = 'The price has changed. You pay nothing today, and $50.00 on Dec 6, 2026.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.getByText('14 days free, then $50.00 per month from Dec 6, 2026.')).toBeTruthy();
    server.state.refusals = {};
    await press('Start the free trial');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription').map(({ next }) => next)).toEqual([
      usd(4_000),
      usd(5_000),
    ]);
  });
});
