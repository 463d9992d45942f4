import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
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

async function fillIn() {
  await press(/^Fill in 4242/);
  const fields = {
    'Full name or company': 'Ada Lovelace',
    Phone: '+1 555 0100',
    Address: '1 Main Street',
    City: 'Springfield',
    'State or province': 'IL',
    'Postal code': '62701',
  };
  for (const [label, text] of Object.entries(fields)) {
    await user.type(screen.getByLabelText(label), text);
  }
}

describe('the plans', () => {
  it('name the trial of a plan with the price after it', async () => {
    await visit('/create-plan', server, withTrial());
    expect(await screen.findByText('14 days free, then $40.00 per month')).toBeTruthy();
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
    expect(server.sent('createSubscription')).toEqual([{ ...named, timeZone, trial: true }]);
    expect(await screen.findByText(/add a card before that day/)).toBeTruthy();
  });

  it('whose bank did not confirm the card goes on, and says so', async () => {
    server.state.clientSecret = 'seti_1_secret_2';
    server.state.challengeOutcome = 'failed';
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

  it('with a promotion code says so', async () => {
    await visit(pro, server, withTrial());
    await screen.findByRole('button', { name: 'Start the free trial' });
    server.state.purchase = {
      ...withoutTrial,
      discount: usd(2_000),
      total: usd(2_000),
      due_now: usd(2_000),
      promotion: {
        code: 'HALF',
        percent_off: 50,
        amount_off: null,
        duration: 'once',
        months: null,
      },
    };
    await press('Have a code?');
    await user.type(screen.getByLabelText('Promotion code'), 'HALF');
    await press('Apply code');
    expect(await screen.findByRole('button', { name: 'Pay $20.00' })).toBeTruthy();
    expect(screen.getByText('A code cannot be combined with a free trial.')).toBeTruthy();
  });
});
