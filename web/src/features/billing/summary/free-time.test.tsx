import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer } from '../../../../test/billing-server.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const project = '/subscription/s1';

beforeEach(() => {
  server = createBillingServer();
  localStorage.setItem('i18nextLng', 'en');
  const { world } = server;
  world.summary = { ...world.summary, free_until: '2027-02-28T10:00:00.000Z' };
});

describe('a project that was given free renewals', () => {
  it('says until when they are, and what is charged then', async () => {
    await visit(`${project}/billing`, server);
    const region = within(await screen.findByRole('region', { name: 'Billing summary' }));
    const text = 'Renewals until Feb 28, 2027 cost nothing; then $10.00 per week';
    expect(await region.findByText(text)).toBeTruthy();
  });

  it('says of a given plan what comes after it, and no price', async () => {
    const { world } = server;
    const at = String(world.summary.free_until);
    world.summary = { ...world.summary, scheduled: { plan_id: 'free', frequency: null, at } };
    await visit(`${project}/billing`, server);
    const region = within(await screen.findByRole('region', { name: 'Billing summary' }));
    expect(await region.findByText('Free of charge until Feb 28, 2027; then Free')).toBeTruthy();
    await visit(`${project}/billing/cancel`, server);
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('is told before another plan is chosen that they end', async () => {
    await visit(`${project}/billing/change-plan?plan=enterprise`, server);
    expect(
      await screen.findByText(
        'With this change, the free renewals end that you were given until Feb 28, 2027.',
      ),
    ).toBeTruthy();
  });
});
