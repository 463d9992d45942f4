import type { SubscriptionUser } from '@hearth/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createBillingServer, paidInvoice, proAcme } from '../../test/billing-server.ts';
import { callable, deny, grace } from '../../test/team-server.ts';
import { testConfig } from '../../test/test-config.ts';
import { deadline, visit } from '../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();
const ada: SubscriptionUser = {
  ...grace,
  id: 'ada',
  display_name: 'Ada Lovelace',
  email: 'ada@x.example',
};
const hedy: SubscriptionUser = {
  id: 'i1',
  display_name: '',
  email: 'hedy@x.example',
  status: 'pending',
  permissions: [],
  pending_permissions: ['access', 'editor'],
};
const joined = {
  id: '1',
  action: 'member.left',
  happened_at: '2026-11-21T10:00:00.000Z',
  actor: { id: 'grace', name: 'Grace Hopper' },
  subject: { id: 'grace', name: 'Grace Hopper' },
};

beforeEach(() => {
  server = createBillingServer();
  const seen = { ...grace, last_seen_at: '2025-01-05T12:00:00.000Z' };
  server.world.users = [ada, seen, hedy];
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

async function open() {
  await visit('/subscription/s1', server);
  await screen.findByRole('heading', { level: 1, name: 'Acme Analytics' }, deadline);
}

/** First steps need the list of the dashboard. */
async function openFromDashboard() {
  await visit('/dashboard', server);
  const list = within(await screen.findByRole('list', { name: 'Your projects' }, deadline));
  const [link] = list.getAllByRole('link');
  await user.click(link ?? document.body);
  await screen.findByRole('heading', { level: 1, name: 'Acme Analytics' }, deadline);
}

const region = async (name: string) =>
  within(await screen.findByRole('region', { name }, deadline));

it('shows an administrator seats, people and the last events, with the ways to all of them', async () => {
  server.world.activities = Array.from({ length: 7 }, (_, id) => ({ ...joined, id: String(id) }));
  await open();

  const seats = await region('Seats');
  expect(await seats.findByRole('img', { name: 'Seats taken: 3 of 10' })).toBeTruthy();
  expect(seats.getByText('7 free')).toBeTruthy();
  expect(seats.getByText('1 open invitation')).toBeTruthy();
  const people = await region('People');
  const rows = (await people.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows).toEqual([
    'AAda LovelaceOwnerYou',
    'GGrace Hopperpermissions.adminJan 5, 2025',
    'hedy@x.exampleInvited, role: permissions.editorPending',
  ]);
  expect(people.getByRole('link', { name: 'All 3' }).getAttribute('href')).toBe(
    '/subscription/s1/users',
  );
  const latest = await region('Latest activity');
  expect(await latest.findAllByText('Nov 21')).toHaveLength(5);
  expect(latest.getByRole('link', { name: 'All activity' }).getAttribute('href')).toBe(
    '/subscription/s1/activity',
  );
  expect(screen.getByRole('link', { name: 'Invite people' })).toBeTruthy();
});

it('says what is charged next and to which card', async () => {
  const day = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
  const { next_invoice: next } = server.world.summary;
  server.world.summary = {
    ...server.world.summary,
    next_invoice: next && { ...next, date: inDays(5) },
  };
  await open();
  const summary = await region('Billing summary');
  expect(await summary.findByText('$10.00')).toBeTruthy();
  expect(summary.getByText(/^\w+day, in 5 days$/)).toBeTruthy();
  expect(summary.getByText('Visa ending in 4242')).toBeTruthy();
});

it('money is owed: says the sum and the next try, not that nothing will be charged', async () => {
  const owed = {
    amount: 1_000,
    currency: 'usd',
    failed_at: '2026-11-20T10:00:00.000Z',
    retry_at: '2026-11-24T10:00:00.000Z',
  };
  server.world.subscription = { ...proAcme, status: 'past_due' };
  server.world.summary = { ...server.world.summary, status: 'past_due', next_invoice: null, owed };
  await open();
  const summary = await region('Billing summary');
  expect(await summary.findByText('Due now')).toBeTruthy();
  expect(summary.getByText('$10.00')).toBeTruthy();
  expect(summary.getByText('next try Nov 24')).toBeTruthy();
});

it('first payment not finished: says that nothing is charged before', async () => {
  server.world.subscription = { ...proAcme, status: 'incomplete' };
  const { summary } = server.world;
  server.world.summary = { ...summary, status: 'incomplete', next_invoice: null };
  await open();
  const card = await region('Billing summary');
  expect(await card.findByText('After the first payment is finished.')).toBeTruthy();
});

it('shows the spending of 12 weeks, what is not paid, and what is charged next', async () => {
  const [first = expect.fail(), ...others] = server.world.spending.periods.toReversed();
  const periods = [...others.toReversed(), { ...first, paid: 0, unpaid: 1_000 }];
  server.world.spending = { ...server.world.spending, periods };
  await open();
  const spend = await region('Spending, last 12 weeks');
  expect(await spend.findByText('$20.00')).toBeTruthy();
  const chart = within(spend.getByRole('group', { name: 'Spending, last 12 weeks' }));
  const bars = chart.getAllByRole('img').map((bar) => bar.getAttribute('aria-label'));
  expect(bars).toHaveLength(13);
  expect(bars.slice(-3)).toEqual([
    'Nov 13 $10.00',
    'Nov 20 $10.00 not paid',
    'Nov 28 $10.00, next charge',
  ]);
});

it('chart with the keyboard: is one tab stop, and arrows lead from value to value', async () => {
  await open();
  const spend = await region('Spending, last 12 weeks');
  const bars = await spend.findAllByRole('img', undefined, deadline);
  expect(bars.filter(({ tabIndex }) => tabIndex === 0)).toEqual([bars[12]]);
  const read = () => document.activeElement?.getAttribute('aria-label');
  bars[12]?.focus();
  expect(read()).toBe('Nov 28 $10.00, next charge');
  await user.keyboard('{ArrowRight}');
  expect(read()).toBe('Nov 28 $10.00, next charge');
  await user.keyboard('{ArrowLeft}');
  expect(read()).toBe('Nov 20 $10.00');
  await user.keyboard('{Home}');
  expect(read()).toBe('Sep 4 $0.00');
  await user.keyboard('{ArrowLeft}{End}{ArrowLeft}');
  expect(read()).toBe('Nov 20 $10.00');
  expect(bars.filter(({ tabIndex }) => tabIndex === 0)).toEqual([bars[11]]);
});

it('week without a charge: has no bar above the zero line', async () => {
  await open();
  const spend = await region('Spending, last 12 weeks');
  const free = await spend.findByRole('img', { name: 'Sep 4 $0.00' }, deadline);
  const [bar] = free.querySelectorAll('span');
  expect(bar?.className).not.toMatch(/min-h|bg-/);
});

it('shows the newest three invoices, and all of them on request', async () => {
  server.world.invoices = Array.from({ length: 12 }, (_, index) => ({
    ...paidInvoice,
    id: `in_${index}`,
    number: `ACME-${12 - index}`,
  }));
  await open();
  const invoices = await region('Invoices');
  expect((await invoices.findAllByRole('row')).slice(1)).toHaveLength(3);
  await user.click(invoices.getByRole('button', { name: 'Show all 12 invoices' }));
  expect(invoices.getAllByRole('row').slice(1)).toHaveLength(10);
  expect(invoices.getByText('1–10 of 12')).toBeTruthy();
});

it('free project: shows its plan, that nothing is charged next and that there are no invoices', async () => {
  server.world.subscription = { ...proAcme, plan_id: 'free' };
  const { card: _, ...rest } = server.world.summary;
  server.world.summary = { ...rest, plan_id: 'free', next_invoice: null };
  await open();
  expect(await region('Seats')).toBeTruthy();
  expect(await region('Included in Free')).toBeTruthy();
  const summary = await region('Billing summary');
  expect(await summary.findByText('None')).toBeTruthy();
  const invoices = await region('Invoices');
  expect(await invoices.findByText('No invoices yet')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Spending, last 12 weeks' })).toBeNull();
});

it('shows a plain member the money and the plan, and asks for nothing else', async () => {
  const permissions = { access: ['ada'] };
  server.world.subscription = { ...proAcme, owner_id: 'olga', permissions };
  await open();
  expect(await region('Billing summary')).toBeTruthy();
  expect(await region('Spending, last 12 weeks')).toBeTruthy();
  expect(await region('Included in Pro')).toBeTruthy();
  for (const name of ['Seats', 'People', 'Latest activity']) {
    expect(screen.queryByRole('region', { name })).toBeNull();
  }
  for (const name of ['Invite people', 'Settings', 'Compare plans']) {
    expect(screen.queryByRole('link', { name })).toBeNull();
  }
  expect(server.calls('getActivity')).toEqual([]);
  expect(server.calls('getSubscriptionUsers')).toEqual([]);
});

it.each([
  ['summary', true],
  ['none', false],
] as const)(
  'membersSeeBilling %s: asks for no more of the money than a plain member may see',
  async (membersSeeBilling, seesSums) => {
    const permissions = { access: ['ada'] };
    server.world.subscription = { ...proAcme, owner_id: 'olga', permissions };
    await visit('/subscription/s1', server, { ...testConfig, membersSeeBilling });
    expect(await region('Included in Pro')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Billing summary' }) !== null).toBe(seesSums);
    expect(screen.queryByRole('region', { name: 'Invoices' })).toBeNull();
    expect(server.calls('getBillingSummary').length > 0).toBe(seesSums);
    expect(server.calls('getSpending')).toEqual([]);
  },
);

it('canceled project: offers no seats', async () => {
  server.world.subscription = { ...proAcme, status: 'canceled' };
  await open();
  expect(await region('People')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Seats' })).toBeNull();
});

it('first project of its owner, one step left: offers it in a strip', async () => {
  server.identity.checklistHidden = false;
  server.world.subscriptions = [{ ...proAcme, seats: { used: 1, limit: 20 } }];
  await openFromDashboard();
  const strip = await region('One step left');
  expect(strip.getByText('2 of 3 done')).toBeTruthy();
  const link = strip.getByRole('link', { name: 'Invite people' });
  expect(link.getAttribute('href')).toBe('/subscription/s1/users/invite');
});

it('first project of its owner, several steps left: shows the list of the dashboard', async () => {
  server.identity.checklistHidden = false;
  const alone = { used: 1, limit: 20 };
  server.world.subscriptions = [{ ...proAcme, seats: alone, settings: { name: '' } }];
  await openFromDashboard();
  const steps = await region('Get started');
  expect(steps.getByText('1 of 3 done')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'One step left' })).toBeNull();
});

it('one of several projects: offers no first steps', async () => {
  server.identity.checklistHidden = false;
  server.world.subscriptions = [
    { ...proAcme, seats: { used: 1, limit: 20 } },
    { ...proAcme, id: 's2' },
  ];
  await openFromDashboard();
  await region('People');
  expect(screen.queryByText('One step left')).toBeNull();
});

it('one cause for three parts: is said once, and one retry asks for all of them', async () => {
  const names = ['getSpending', 'getBillingSummary', 'getActivity'];
  const before = names.map((name) => server.answers[callable(name)]);
  for (const name of names) {
    server.answers[callable(name)] = deny('billing/provider-unavailable');
  }
  await open();
  await waitFor(() => expect(screen.getByText('Failed to load spending')).toBeTruthy());
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  for (const [place, name] of names.entries()) {
    const answer = before[place];
    if (answer) {
      server.answers[callable(name)] = answer;
    }
  }
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const spend = await region('Spending, last 12 weeks');
  expect(await spend.findByText('$30.00')).toBeTruthy();
  const summary = await region('Billing summary');
  expect(await summary.findByText('Visa ending in 4242')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
