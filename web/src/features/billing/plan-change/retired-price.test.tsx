import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer, proAcme, usd } from '../../../../test/billing-server.ts';
import { callable } from '../../../../test/team-server.ts';
import { testConfig, withheld } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();
const billing = '/subscription/s1/billing';
const plans = `${billing}/change-plan`;

/** Pro costs $10.00 today; Ada has kept $8.00. */
beforeEach(() => {
  server = createBillingServer();
  const { world } = server;
  world.summary = { ...world.summary, price: usd(800), is_retired_price: true };
  world.preview = { ...world.preview, due_now: usd(114), next: usd(1000) };
  server.answers[callable('changeSubscriptionPlan')] = () => {
    world.summary = { ...world.summary, price: usd(1000), is_retired_price: false };
    return Response.json({ data: {} });
  };
  localStorage.setItem('i18nextLng', 'en');
});

async function findCard(plan: string) {
  const title = await screen.findByRole('heading', { level: 2, name: plan });
  return within(title.closest('li') ?? document.body);
}

describe('a subscriber of an earlier price', () => {
  it('sees what they pay and what the plan costs today', async () => {
    await visit(plans, server);
    const pro = await findCard('Pro');
    expect(await pro.findByText('$8')).toBeTruthy();
    expect(pro.getByText('New price: $10 per week')).toBeTruthy();
    expect(pro.getByText('Current plan')).toBeTruthy();
    expect(screen.getAllByText(/^New price/)).toHaveLength(1);
  });

  it('new price confirmed: the subscription moves to it', async () => {
    await visit(plans, server);
    await user.click(await screen.findByRole('button', { name: 'Move to the new price' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'New price of Pro' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Confirm and pay $1.14' }));
    expect(await screen.findByText('You now pay the new price for Pro.')).toBeTruthy();
    expect(location.pathname).toBe(billing);
    expect(server.calls('previewPlanChange')).toContainEqual({
      subscriptionId: 's1',
      planId: 'pro',
    });
    expect(server.calls('changeSubscriptionPlan')).toEqual([
      { subscriptionId: 's1', planId: 'pro', preview: 'signed-1143' },
    ]);
  });

  it('plan no longer offered: cannot move', async () => {
    server.world.subscription = { ...proAcme, plan_id: 'gold' };
    await visit(`${plans}?plan=gold`, server);
    const gold = await findCard('plans.gold.title');
    expect(await gold.findByText('$8')).toBeTruthy();
    expect(gold.getByRole('button', { name: 'Current plan' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move to the new price' })).toBeNull();
  });

  it('plan that cannot be sold: cannot move', async () => {
    const notForSale = withheld(({ id }) => id === 'pro');
    await visit(plans, server, { ...testConfig, plans: notForSale });
    const off = await screen.findByRole('button', { name: 'Not available right now' });
    expect(off.getAttribute('aria-disabled')).toBe('true');
    expect((await findCard('Pro')).getByText('$8')).toBeTruthy();
  });
});
