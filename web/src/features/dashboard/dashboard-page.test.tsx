import type { ListedSubscription } from '@hearth/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { acme, callable, createTeamServer, deny } from '../../../test/team-server.ts';
import { monthlyYearly } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';

const user = userEvent.setup();
let server = createTeamServer();

beforeEach(() => {
  server = createTeamServer();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

type Fields = Partial<ListedSubscription>;

const project = (fields: Fields = {}) => ({ ...acme, ...fields }) as ListedSubscription;

/** Projects of Ada's by name, each with what is said of it. */
function withProjects(projects: Readonly<Record<string, Fields>>) {
  const listed = Object.entries(projects).map(([name, fields], index) =>
    project({ id: `p${index}`, settings: { name }, ...fields }),
  );
  server.answers['GET /v1/subscriptions'] = () =>
    Response.json({ subscriptions: listed, nextPageToken: null });
}

const usd = (amount: number) => ({ amount, currency: 'usd' });
const owed = {
  ...usd(1000),
  failed_at: '2026-11-20T12:00:00.000Z',
  retry_at: '2026-11-24T12:00:00.000Z',
};

async function openList(config?: typeof monthlyYearly) {
  await visit('/dashboard', server, config);
  return within(await screen.findByRole('list', { name: 'Your projects' }, deadline));
}

const names = () =>
  within(screen.getByRole('list', { name: 'Your projects' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('a row of a project', () => {
  it('says role, people, seats, next charge and its day', async () => {
    const next_charge = { date: '2026-11-27T12:00:00.000Z', total: usd(750) };
    const people = { ...acme.people, total: 7 };
    withProjects({ Acme: { plan_id: 'pro', next_charge, people, seats: { used: 7, limit: 20 } } });
    const row = (await openList()).getByRole('listitem');
    expect(row.textContent).toMatch(/Acme.*Pro · You own it.*7 of 20 seats.*\$7\.50.*Nov 27, 2026/);
    const picture = within(row).getByRole('img', { name: 'Ada Lovelace, Grace Hopper and 5 more' });
    expect(picture).toBeTruthy();
  });

  it('says that all seats are taken, and who the person is if they hold no further permission', async () => {
    const permissions = { access: ['ada'] };
    withProjects({ Acme: { owner_id: 'bob', permissions, seats: { used: 10, limit: 10 } } });
    const row = (await openList()).getByRole('listitem');
    expect(row.textContent).toMatch(/Free · permissions.access.*10 of 10 seats, full/);
  });

  it('in its trial: says so beside the status, with the first charge', async () => {
    const next_charge = { date: '2026-11-27T12:00:00.000Z', total: usd(750) };
    withProjects({ Acme: { plan_id: 'pro', next_charge, trial_end: next_charge.date } });
    const row = (await openList()).getByRole('listitem');
    expect(row.textContent).toMatch(/\$7\.50.*Nov 27, 2026.*Active.*Trial · /);
  });

  it('next total not read: says the price and the day, in the form of all sums', async () => {
    const next_charge = { date: '2026-11-27T12:00:00.000Z', total: null };
    withProjects({ Acme: { plan_id: 'pro', price: usd(800), frequency: 'week', next_charge } });
    const row = (await openList()).getByRole('listitem');
    expect(row.textContent).toMatch(/\$8\.00Nov 27, 2026/);
  });

  it('going to end: says when, and no sum that is not charged', async () => {
    const cancel_at = '2026-12-01T12:00:00.000Z';
    withProjects({ Acme: { plan_id: 'pro', price: usd(800), frequency: 'week', cancel_at } });
    const row = (await openList()).getByRole('listitem');
    expect(row.textContent).toContain('ActiveEnds Dec 1');
    expect(row.textContent).not.toContain('$');
  });
});

describe('projects of a person with more than one page', () => {
  beforeEach(() => {
    const page = (name: string, nextPageToken: string | null) =>
      Response.json({ subscriptions: [project({ id: name, settings: { name } })], nextPageToken });
    const pages: Record<string, () => Response> = {
      first: () => page('Alpha', 'two'),
      two: () => page('Beta', 'three'),
      three: () => page('Gamma', null),
    };
    server.answers['GET /v1/subscriptions'] = (query) =>
      pages[query?.get('pageToken') ?? 'first']?.() ?? Response.error();
  });

  it('are the first page, and all once they are asked for', async () => {
    await openList();
    expect(names()).toEqual(['Alpha']);
    expect(screen.getByText('More than 1 project')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all projects' }));
    await waitFor(() => expect(names()).toEqual(['Alpha', 'Beta', 'Gamma']), deadline);
    expect(screen.getByText('3 projects')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show all projects' })).toBeNull();
  });

  it('are all of them if they are searched by the address', async () => {
    await visit('/dashboard?sort=name', server);
    await waitFor(() => expect(names()).toEqual(['Alpha', 'Beta', 'Gamma']), deadline);
  });
});

describe('a canceled project', () => {
  it.each([
    ['2026-11-18T12:00:00.000Z', 'Ended Nov 18, 2026'],
    [undefined, 'Created Nov 21, 2026'],
  ])('that ended %s: says "%s"', async (ended_at, text) => {
    withProjects({ Acme: {}, Old: { status: 'canceled', ...(ended_at && { ended_at }) } });
    await openList();
    await user.click(screen.getByRole('button', { name: 'Show canceled (1)' }));
    expect(screen.getByText(text)).toBeTruthy();
  });
});

describe('projects that need a payment', () => {
  const late = { plan_id: 'pro', status: 'past_due', owed } as const;

  it('stand above all, with sum, days, and the button that pays', async () => {
    withProjects({ Acme: {}, 'Note G': late });
    await openList();
    const strip = within(screen.getByRole('region', { name: '1 project needs a payment' }));
    expect(strip.getByRole('listitem').textContent).toContain(
      'The payment of $10.00 failed on Nov 20. We try again on Nov 24.',
    );
    const pay = strip.getByRole('link', { name: 'Pay $10.00 now: Note G' });
    expect(pay.getAttribute('href')).toBe('/subscription/p1/billing');
  });

  it('name the total of several, the most urgent first', async () => {
    const closed = { ...late, status: 'unpaid', owed: { ...owed, ...usd(3000) } };
    const soon = { ...late, owed: { ...owed, retry_at: '2026-11-23T12:00:00.000Z' } };
    withProjects({ Later: late, Closed: closed as Fields, Soon: soon });
    await openList();
    const strip = within(screen.getByRole('region', { name: '3 projects need a payment' }));
    expect(strip.getByText('$50.00 in total')).toBeTruthy();
    expect(strip.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Closed',
      'Soon',
      'Later',
    ]);
    expect(strip.getAllByRole('listitem')[0]?.textContent).toContain(
      'The payment of $30.00 failed on Nov 20. The project is on hold until it is paid.',
    );
  });

  it.each([
    ['an expired card', { card: { ...acme.card, exp_year: 2020 } }, 'Use another card'],
    ['no card', { card: null }, 'Add a card'],
  ])('with %s: leads to billing, where any card pays', async (_case, fields, action) => {
    withProjects({ 'Note G': { ...late, ...fields } });
    await openList();
    const link = screen.getByRole('link', { name: `${action}: Note G` });
    expect(link.getAttribute('href')).toBe('/subscription/p0/billing');
  });

  it('tell an administrator who can pay, and a plain member nothing', async () => {
    const theirs = { ...late, owner_id: 'bob', owner_name: 'Bob Owner' };
    const permissions = { access: ['ada'] };
    withProjects({ 'As admin': theirs, 'As member': { ...theirs, owed: null, permissions } });
    await openList();
    const strip = within(screen.getByRole('region', { name: '1 project needs a payment' }));
    expect(strip.getByText(/Only Bob Owner can pay\.$/)).toBeTruthy();
    expect(strip.getByRole('link', { name: 'See billing: As admin' })).toBeTruthy();
  });

  it('with a question of the bank: lead to where it is answered', async () => {
    withProjects({ Acme: { plan_id: 'pro', needs_confirmation: true } });
    await openList();
    expect(screen.getByRole('link', { name: 'Confirm the payment: Acme' })).toBeTruthy();
  });
});

describe('eight projects or more', () => {
  const many: Record<string, Fields> = Object.fromEntries(
    ['Delta', 'Alpha', 'Charlie', 'Bravo', 'Echo', 'Golf', 'Foxtrot', 'Hotel'].map(
      (name, index) => [name, index < 3 ? { owner_id: 'bob' } : {}],
    ),
  );

  it('seven: cannot be searched', async () => {
    const { Hotel: _left, ...seven } = many;
    withProjects(seven);
    await openList();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('are searched by name, and the address keeps it', async () => {
    withProjects(many);
    await openList();
    await user.type(screen.getByRole('searchbox', { name: 'Search projects' }), 'ALP');
    await waitFor(() => expect(names()).toEqual(['Alpha']), deadline);
    expect(location.search).toBe('?q=ALP');
    expect(localStorage.getItem('hearth.rows.projects')).toBe('8');
  });

  it('typed without a pause: the field has each letter before the address follows', async () => {
    withProjects(many);
    await openList();
    const field = screen.getByRole<HTMLInputElement>('searchbox');
    const seen: string[] = [];
    // The address is still the old one during the event; an input method loses its text if that is written back.
    act(() => {
      fireEvent.input(field, { target: { value: 'x' } });
      seen.push(field.value);
      fireEvent.input(field, { target: { value: 'xi' } });
      seen.push(field.value);
    });
    expect(seen).toEqual(['x', 'xi']);
    await waitFor(() => expect(location.search).toBe('?q=xi'), deadline);
  });

  it('are filtered and sorted as the address says', async () => {
    const next_charge = { date: '2026-11-27T12:00:00.000Z', total: null };
    withProjects({ ...many, Golf: { next_charge } });
    await visit('/dashboard?show=mine&sort=name', server);
    await screen.findByRole('list', { name: 'Your projects' }, deadline);
    expect(names()).toEqual(['Bravo', 'Echo', 'Foxtrot', 'Golf', 'Hotel']);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'charge');
    expect(names()[0]).toBe('Golf');
    await user.click(screen.getByRole('button', { name: /^Shared with you/ }));
    expect(names()).toHaveLength(3);
    expect(location.search).toBe('?show=shared&sort=charge');
  });

  it('none found: says for what, and takes the search away', async () => {
    withProjects(many);
    await openList();
    await user.type(screen.getByRole('searchbox'), 'zz');
    await screen.findByText('Nothing found for “zz”', {}, deadline);
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    expect(names()).toHaveLength(8);
    expect(location.search).toBe('');
  });
});

describe('the first steps', () => {
  beforeEach(() => {
    server.identity.checklistHidden = false;
    server.answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions: [] });
  });

  const steps = async () =>
    within(await screen.findByRole('region', { name: 'Get started' }, deadline));
  const fresh = { settings: {}, card: null, seats: { used: 1, limit: 10 } };

  it('address not verified: asks for it in one line, and the project can be created', async () => {
    server.identity.emailVerified = false;
    await visit('/dashboard', server);
    const list = await steps();
    expect(list.getByText('0 of 3 done')).toBeTruthy();
    expect(list.getByLabelText('Project name')).toBeTruthy();
    expect(list.queryByText('Verify your email')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Resend verification email' }));
    expect(await screen.findByText(/sent a verification link/)).toBeTruthy();
    expect(screen.getAllByText('Verify your email')).toHaveLength(1);
  });

  it('step pressed before there is a project: opens, and says what comes first', async () => {
    await visit('/dashboard', server);
    const list = await steps();
    await user.click(list.getByRole('button', { name: 'Invite someone' }));
    expect(list.getByText('Name your project first.')).toBeTruthy();
    expect(list.queryByLabelText('Project name')).toBeNull();
    await user.click(list.getByRole('button', { name: 'Name your project' }));
    expect(list.getByLabelText('Project name')).toBeTruthy();
  });

  it('done steps: say what came of them, and can be pressed again', async () => {
    const next_charge = { date: '2026-12-06T12:00:00.000Z', total: usd(6_532) };
    withProjects({ Acme: { ...fresh, settings: { name: 'Acme' }, card: acme.card, next_charge } });
    await visit('/dashboard', server);
    const list = await steps();
    expect(list.getByText('2 of 3 done')).toBeTruthy();
    expect(list.getByText(/Visa ·· 4242\. Next charge: \$65\.32 on Dec 6, 2026\./)).toBeTruthy();
    await user.click(list.getByRole('button', { name: /^Name your project ?: ?done/ }));
    expect(list.getByLabelText('Project name')).toHaveProperty('value', 'Acme');
  });

  it('address not verified and invitations waiting: says both, with one button', async () => {
    server.identity.emailVerified = false;
    server.answers['GET /v1/invites'] = () => Response.json({ invites: [], hidden: 2 });
    await visit('/dashboard', server);
    await steps();
    expect(await screen.findByText(/^2 invitations are waiting/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Resend verification email' })).toHaveLength(1);
  });

  it('no project: creates a free one with its name', async () => {
    server.answers[callable('createSubscription')] = () =>
      Response.json({ data: { subscriptionId: 's1' } });
    server.answers['PATCH /v1/subscriptions/s1'] = () => {
      withProjects({ 'Note G': { ...fresh, settings: { name: 'Note G' } } });
      return Response.json(acme);
    };
    await visit('/dashboard', server);
    const list = await steps();
    await user.click(list.getByRole('button', { name: 'Create' }));
    expect(list.getByText('Enter a name for the project.')).toBeTruthy();
    await user.type(list.getByLabelText('Project name'), ' Note G ');
    await user.click(list.getByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('link', { name: 'Note G' })).toBeTruthy();
    expect(server.calls('createSubscription')).toEqual([
      { planId: 'free', timeZone: expect.any(String) },
    ]);
    expect(server.sent('/v1/subscriptions/s1')).toEqual([{ settings: { name: 'Note G' } }]);
    expect(list.getByText('1 of 3 done')).toBeTruthy();
    expect(list.getByRole('link', { name: 'Invite people' })).toBeTruthy();
  });

  it('project that could not be named: says so, and the next try names the same one', async () => {
    withProjects({ Any: fresh });
    server.answers['PATCH /v1/subscriptions/p0'] = deny('access/denied');
    await visit('/dashboard', server);
    const list = await steps();
    await user.type(list.getByLabelText('Project name'), 'Note G');
    await user.click(list.getByRole('button', { name: 'Save name' }));
    expect((await list.findByRole('alert')).textContent).toContain('Failed to name the project');
    expect(server.calls('createSubscription')).toEqual([]);
  });

  it('people invited: the card is next', async () => {
    withProjects({ Acme: { card: null } });
    await visit('/dashboard', server);
    const link = (await steps()).getByRole('link', { name: 'Add a card' });
    expect(link.getAttribute('href')).toBe('/subscription/p0/billing/payment-methods');
  });

  it.each([
    ['all done', { Acme: {} }],
    ['a project of others', { Acme: { ...fresh, owner_id: 'bob' } }],
    ['two projects', { Acme: fresh, Other: fresh }],
  ])('%s: not shown', async (_case, projects) => {
    withProjects(projects);
    await openList();
    expect(screen.queryByText('Get started')).toBeNull();
  });

  it('hidden: stay hidden, and the server is told', async () => {
    await visit('/dashboard', server);
    const list = await steps();
    server.identity.checklistHidden = true;
    await user.click(list.getByRole('button', { name: 'Hide this checklist' }));
    await waitFor(() => expect(screen.queryByText('Get started')).toBeNull());
    expect(server.sent('/v1/users/ada')).toEqual([{ checklist_hidden: true }]);
    expect(screen.getByText('No projects yet')).toBeTruthy();
  });
});

it('hidden checklist and an address that is not verified: asks for it', async () => {
  server.identity.emailVerified = false;
  await openList();
  expect(screen.getByText('Verify your email')).toBeTruthy();
  expect(screen.getByText('Open the link that we sent to ada@x.example.')).toBeTruthy();
});

describe('a project whose plan is going to change', () => {
  const at = '2026-12-06T12:00:00.000Z';
  const next_charge = { date: at, total: usd(4_000) };

  it('says to which plan and when, with the charge of that day', async () => {
    const scheduled = { plan_id: 'pro', frequency: 'month' as const, at };
    withProjects({ Acme: { plan_id: 'pro', next_charge, scheduled } });
    const row = (await openList(monthlyYearly)).getByRole('listitem');
    expect(row.textContent).toMatch(/\$40\.00Changes to Pro \(monthly\) on Dec 6, 2026/);
  });

  it('names no frequency of Free', async () => {
    const scheduled = { plan_id: 'free', frequency: null, at };
    withProjects({ Acme: { plan_id: 'pro', next_charge: null, scheduled } });
    const row = (await openList(monthlyYearly)).getByRole('listitem');
    expect(row.textContent).toContain('Changes to Free on Dec 6, 2026');
  });

  it('in Chinese: says it too', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    const scheduled = { plan_id: 'enterprise', frequency: 'year' as const, at };
    withProjects({ Acme: { plan_id: 'pro', next_charge, scheduled } });
    await visit('/dashboard', server, monthlyYearly);
    expect(await screen.findByText(/2026年12月6日更换为.+（按年）/, {}, deadline)).toBeTruthy();
  });
});

describe('a project that is going to end', () => {
  const cancel_at = '2026-11-28T10:00:00.000Z';
  const region = (name: string) => screen.findByRole('region', { name }, deadline);

  it('is listed for its owner, who keeps it by one press', async () => {
    withProjects({ Acme: { plan_id: 'pro', cancel_at }, Beta: {} });
    await openList();
    const strip = within(await region('1 project is going to end'));
    expect(strip.getByText('Ends on Nov 28, 2026. Until then everything works.')).toBeTruthy();
    server.answers[callable('resumeSubscription')] = () => {
      withProjects({ Acme: { plan_id: 'pro' }, Beta: {} });
      return Response.json({ data: {} });
    };
    await user.click(strip.getByRole('button', { name: 'Keep my plan: Acme' }));
    expect(await screen.findByText('Acme continues. It renews as before.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/is going to end$/)).toBeNull());
    expect(server.calls('resumeSubscription')).toEqual([{ subscriptionId: 'p0' }]);
  });

  it('and is the first one: has the page’s only primary button, before any first steps', async () => {
    withProjects({ Acme: { cancel_at: '2026-12-01T12:00:00.000Z' } });
    await openList();
    const actions = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')];
    const primary = actions.filter(({ className }) => /(^| )bg-accent( |$)/.test(className));
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Keep my plan']);
  });

  it('comes after those that need a payment', async () => {
    withProjects({
      Acme: { plan_id: 'pro', cancel_at },
      Beta: { plan_id: 'pro', status: 'past_due', owed },
    });
    await openList();
    const strip = within(await region('2 projects need your attention'));
    const found = strip.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(found).toEqual(['Beta', 'Acme']);
  });

  it('is not listed for other members', async () => {
    withProjects({ Acme: { plan_id: 'pro', cancel_at, owner_id: 'olga' } });
    const row = (await openList()).getByRole('listitem');
    expect(row.textContent).toContain('ActiveEnds Nov 28');
    expect(screen.queryByText(/is going to end$/)).toBeNull();
  });
});

it.each([
  ['that do not come', () => new Promise<Response>(() => {})],
  ['that fail', () => Promise.resolve(new Response(null, { status: 503 }))],
])('invitations %s: the projects are shown without them', async (_, answer) => {
  server.answers['GET /v1/invites'] = answer;
  withProjects({ Acme: {} });
  await openList();
  expect(names()).toEqual(['Acme']);
});
