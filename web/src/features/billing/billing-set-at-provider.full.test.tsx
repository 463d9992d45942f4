import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer, usd } from '../../../test/billing-server.ts';
import { visit } from '../../../test/visit.tsx';

let server = createBillingServer();
const billing = '/subscription/s1/billing';
const cancel_at = '2026-11-28T10:00:00.000Z';

beforeEach(() => {
  server = createBillingServer();
  localStorage.setItem('i18nextLng', 'en');
});

const findSummary = async () =>
  within(await screen.findByRole('region', { name: 'Billing summary' }));
const findCosts = async () => within(await screen.findByRole('region', { name: 'What it costs' }));

describe('a subscription whose ending was set at the provider', () => {
  beforeEach(() => {
    const { world } = server;
    world.summary = { ...world.summary, cancel_at, next_invoice: null };
    world.preview = { ...world.preview, cancel_at, next: usd(0), next_at: null };
  });

  it.each([billing, '/subscription/s1'])('says so on %s', async (path) => {
    await visit(path, server);
    expect(await screen.findByText(/ends on Nov 28, 2026$/)).toBeTruthy();
    const summary = await findSummary();
    expect(summary.getByText('Nothing will be charged.')).toBeTruthy();
  });

  it('card is missing too: offers to keep the project, and asks for no card', async () => {
    server.world.summary = { ...server.world.summary, needs_billing_info: true, card: null };
    await visit(billing, server);
    expect(await screen.findByText(/ends on Nov 28, 2026$/)).toBeTruthy();
    expect(screen.queryByText('Card and address are missing')).toBeNull();
  });

  it('plan change: says that the ending was set at the provider', async () => {
    await visit(`${billing}/change-plan?plan=enterprise`, server);
    const text = 'Even on the new plan, the project ends on Nov 28, 2026.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect((await findCosts()).getByText('Nothing will be charged again.')).toBeTruthy();
  });
});

describe('an invoice that differs from the price', () => {
  it.each([
    ['by a discount', { discount: usd(500) }, 'after a discount of $5.00'],
    ['by a tax on top', { tax: usd(200) }, 'with $2.00 tax'],
    ['by a tax inside', { tax: usd(167), tax_included: true }, 'including $1.67 tax'],
    ['by an unknown tax', { tax: null }, 'Tax is added once the address is complete.'],
    ['by credit', { balance: usd(-300) }, 'after using $3.00 of your credit'],
    ['by a debt', { balance: usd(250) }, 'including $2.50 still owed'],
  ])('%s says so', async (_, parts, text) => {
    const { world } = server;
    const next = { ...(world.summary.next_invoice ?? expect.fail()), ...parts };
    world.summary = { ...world.summary, next_invoice: next };
    await visit(billing, server);
    expect((await findSummary()).getByText(text)).toBeTruthy();
  });

  it('amount equal to the price: no explanation', async () => {
    await visit(billing, server);
    expect((await findSummary()).queryByText(/discount|tax|credit|owed/i)).toBeNull();
  });

  it('discount given with a change: promises no later amounts', async () => {
    server.world.preview = { ...server.world.preview, discount: usd(500), next: usd(2500) };
    await visit(`${billing}/change-plan?plan=enterprise`, server);
    const costs = await findCosts();
    expect(costs.getByText('Then $25.00 on Nov 28')).toBeTruthy();
    expect(costs.queryByText(/^Later renewals/)).toBeNull();
  });
});

describe('what is missing for the next invoice', () => {
  const show = async (needs: { needs_card: boolean; needs_details: boolean }) => {
    const card = needs.needs_card ? null : server.world.summary.card;
    server.world.summary = { ...server.world.summary, needs_billing_info: true, ...needs, card };
    await visit(billing, server);
  };

  it('card removed at the provider: asks for a card only', async () => {
    await show({ needs_card: true, needs_details: false });
    expect(await screen.findByText('A card is missing')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add a card' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add the address' })).toBeNull();
  });

  it('new owner without an address: asks for the address only', async () => {
    await show({ needs_card: false, needs_details: true });
    expect(await screen.findByText('The billing address is missing')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add the address' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add a card' })).toBeNull();
  });
});
