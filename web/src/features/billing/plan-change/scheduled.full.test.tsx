import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer, proAcme } from '../../../../test/billing-server.ts';
import { callable, deny } from '../../../../test/team-server.ts';
import { monthlyYearly } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();
const billing = '/subscription/s1/billing';
const at = '2027-11-28T10:00:00.000Z';
const scheduled = { plan_id: 'pro', frequency: 'month', at } as const;
const title = 'Acme Analytics changes to Pro (monthly) on Nov 28, 2027';
const usd = (amount: number) => ({ amount, currency: 'usd' });

/** Ada pays Pro by the year; a month waits for its end. */
beforeEach(() => {
  server = createBillingServer();
  const { world } = server;
  const next_invoice = world.summary.next_invoice && { ...world.summary.next_invoice, date: at };
  world.subscription = { ...proAcme, frequency: 'year', currency: 'usd' };
  world.summary = { ...world.summary, price: usd(40_000), frequency: 'year', next_invoice };
  world.preview = {
    ...world.preview,
    due_now: usd(0),
    lines: [],
    next: usd(4_000),
    next_at: at,
    when: 'period-end',
    at,
  };
  server.answers[callable('changeSubscriptionPlan')] = () => {
    beScheduled();
    return Response.json({ data: { when: 'period-end', at } });
  };
  server.answers[callable('undoPlanChange')] = () => {
    const { scheduled: _, ...kept } = world.subscription;
    world.subscription = kept;
    world.summary = { ...world.summary, scheduled: null };
    return Response.json({ data: {} });
  };
  localStorage.setItem('i18nextLng', 'en');
});

function beScheduled() {
  const { world } = server;
  world.subscription = { ...world.subscription, scheduled };
  world.summary = { ...world.summary, scheduled };
}

const keep = () => screen.getByRole('button', { name: 'Keep the current plan' });

describe('the review of a change that waits', () => {
  const review = `${billing}/change-plan?plan=pro&frequency=month&currency=usd`;

  it('says when it takes effect, that nothing is charged now, and what is charged then', async () => {
    await visit(review, server, monthlyYearly);
    const changes = within(await screen.findByRole('region', { name: 'What changes' }));
    const words = 'Takes effect on Nov 28, 2027. Nothing is charged now.';
    expect(changes.getByText(words)).toBeTruthy();
    const costs = within(screen.getByRole('region', { name: 'What it costs' }));
    const figures = costs.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(figures).toEqual(['Due today$0.00']);
    expect(costs.getByText('Then $40.00 on Nov 28, 2027')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change on Nov 28, 2027' })).toBeTruthy();
  });

  it('made: one request, and then the banner on the billing page', async () => {
    await visit(review, server, monthlyYearly);
    const confirm = await screen.findByRole('button', { name: 'Change on Nov 28, 2027' });
    act(() => {
      confirm.click();
      confirm.click();
    });
    expect(
      await screen.findByText('The project changes to Pro (monthly) on Nov 28, 2027.'),
    ).toBeTruthy();
    expect(await screen.findByText(title)).toBeTruthy();
    expect(server.calls('changeSubscriptionPlan')).toHaveLength(1);
  });

  it('needs no card, also if the present one is gone', async () => {
    server.world.summary = { ...server.world.summary, card: null, needs_billing_info: true };
    await visit(review, server, monthlyYearly);
    await screen.findByRole('button', { name: 'Change on Nov 28, 2027' });
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });
});

describe('a change that is scheduled', () => {
  beforeEach(beScheduled);

  it('card is missing too: both are shown, each with its button', async () => {
    server.world.summary = { ...server.world.summary, card: null, needs_billing_info: true };
    await visit(billing, server, monthlyYearly);
    expect(await screen.findByText('Card and address are missing')).toBeTruthy();
    expect(screen.getByText(title)).toBeTruthy();
    expect(keep()).toBeTruthy();
  });

  it.each([billing, '/subscription/s1'])('is undone by one press on %s', async (path) => {
    await visit(path, server, monthlyYearly);
    expect(await screen.findByText(title)).toBeTruthy();
    const button = keep();
    act(() => {
      button.click();
      button.click();
    });
    expect(
      await screen.findByText('Acme Analytics stays on its plan. It renews as before.'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(server.calls('undoPlanChange')).toEqual([{ subscriptionId: 's1' }]);
  });

  it('refused: says why, and shows the project as it is by then', async () => {
    server.answers[callable('undoPlanChange')] = () => {
      const { scheduled: _, ...turned } = server.world.subscription;
      server.world.subscription = { ...turned, frequency: 'month' };
      server.world.summary = { ...server.world.summary, scheduled: null, frequency: 'month' };
      return deny('plan/not-scheduled')();
    };
    await visit(billing, server, monthlyYearly);
    await screen.findByText(title);
    await user.click(keep());
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  });

  it('is shown beside the present plan, and its price cannot be chosen again', async () => {
    await visit(billing, server, monthlyYearly);
    expect(await screen.findByText('Changes to Pro (monthly) on Nov 28, 2027')).toBeTruthy();
    await visit(`${billing}/change-plan?frequency=month`, server, monthlyYearly);
    const button = await screen.findByRole('button', { name: 'Starts on Nov 28, 2027' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('in Chinese: has the same words', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await visit(billing, server, monthlyYearly);
    const words = '“Acme Analytics”将于 2027年11月28日更换为专业版（按月）';
    expect(await screen.findByText(words)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '保留当前套餐' }));
    expect(await screen.findByText('“Acme Analytics”保留当前套餐，并照常续订。')).toBeTruthy();
  });
});
