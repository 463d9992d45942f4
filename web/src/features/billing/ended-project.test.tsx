import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createBillingServer, paidInvoice, proAcme, usd } from '../../../test/billing-server.ts';
import { grace } from '../../../test/team-server.ts';
import { visit } from '../../../test/visit.tsx';

let server = createBillingServer();

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const billing = '/subscription/s1/billing';
const ended = { status: 'canceled', ended_at: '2026-11-18T12:00:00.000Z' };
const title = 'This project ended on Nov 18, 2026';

it('administrator of an ended project: reads when it ended, whom to ask, and the invoices', async () => {
  const owner = { owner_id: 'olga', owner_name: 'Olga Owner' };
  const permissions = { access: ['olga', 'ada'], admin: ['olga', 'ada'] };
  server.world.subscription = { ...proAcme, ...ended, ...owner, permissions };
  server.world.summary = { ...server.world.summary, status: 'canceled', next_invoice: null };
  server.world.invoices = [paidInvoice];
  server.world.users = [{ ...grace, id: 'olga', email: 'olga@x.example' }];
  await visit(billing, server);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(/Questions\? Ask the owner, Olga Owner\./)).toBeTruthy();
  const address = await screen.findByRole('link', { name: 'olga@x.example' });
  expect(address.getAttribute('href')).toBe('mailto:olga@x.example');
  expect(server.calls('getSubscriptionUsers')).toContainEqual(
    expect.objectContaining({ role: 'owner' }),
  );
  expect(await screen.findByRole('link', { name: /^ACME-0001/ })).toBeTruthy();
  const part = within(await screen.findByRole('region', { name: 'Billing summary' }));
  expect(part.getByText('Last plan')).toBeTruthy();
  expect(part.getByText('no longer charged')).toBeTruthy();
  expect(part.queryByText('$10.00')).toBeNull();
  const button = screen.getByRole('button', { name: 'Change plan' });
  const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toContain(title);
});

it.each(['/subscription/s1', `${billing}/change-plan`, `${billing}/cancel`])(
  'owner of an ended project: reads on %s when it ended, and is sent to nobody',
  async (path) => {
    server.world.subscription = { ...proAcme, ...ended };
    await visit(path, server);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.queryByText(/Ask the owner/)).toBeNull();
    const notice = within(screen.getByText(title).closest('[role=status]') ?? document.body);
    const link = notice.getByRole('link', { name: 'New project' });
    expect(link.getAttribute('href')).toBe('/create-plan');
  },
);

it.each([
  [{ amounts: [usd(9_643)], invoices: 9 }, '$96.43', '9 invoices'],
  [{ amounts: [usd(1_000)], invoices: 1 }, '$10.00', '1 invoice'],
  [
    { amounts: [usd(1_000), { amount: 500, currency: 'eur' }], invoices: 2 },
    '$10.00 + €5.00',
    '2 invoices',
  ],
  [{ amounts: [], invoices: 0 }, 'None', 'nothing was charged'],
])(
  'ended project: says what was paid in total instead of what comes next: %j',
  async (paid_total, sum, note) => {
    server.world.subscription = { ...proAcme, ...ended };
    const over = { status: 'canceled', next_invoice: null, paid_total };
    server.world.summary = { ...server.world.summary, ...over };
    await visit(billing, server);
    const part = within(await screen.findByRole('region', { name: 'Billing summary' }));
    const paid = part.getByText('Paid in total').parentElement;
    expect(paid?.textContent).toBe(`Paid in total${sum}${note}`);
    expect(part.queryByText('Next charge')).toBeNull();
  },
);

it('plain member of an ended project: reads whom to ask, and no address is asked for', async () => {
  const owner = { owner_id: 'olga', owner_name: 'Olga Owner' };
  server.world.subscription = { ...proAcme, ...ended, ...owner, permissions: { access: ['ada'] } };
  await visit('/subscription/s1', server);
  expect(await screen.findByText(/Ask the owner, Olga Owner\./)).toBeTruthy();
  expect(server.calls('getSubscriptionUsers')).toEqual([]);
});
