import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer } from '../../test/billing-server.ts';
import { createMembersServer } from '../../test/members-server.ts';
import { acme, callable } from '../../test/team-server.ts';
import { testConfig } from '../../test/test-config.ts';
import { createFakeServer, deadline, visit } from '../../test/visit.tsx';

const config = {
  ...testConfig,
  landing: true,
  plans: testConfig.plans.map((plan) => ({ ...plan, seats: null })),
};
const seats = { used: 4, limit: null };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const find = (text: string | RegExp) => screen.findByText(text, {}, deadline);

/** Each screen that speaks of seats, with what it says if any number may be taken. */
const words = {
  en: {
    users: 'Seats in use: 4',
    overview: '4 in use',
    row: '4 seats in use',
    landing: 'Free for any number of people. No card needed.',
    larger: /Free takes any number of people/,
  },
  zh: {
    users: '已使用 4 个席位',
    overview: '已使用 4 个',
    row: '已用 4 个席位',
    landing: '不限人数免费使用，无需银行卡。',
    larger: /免费版不限人数/,
  },
};

describe.each(['en', 'zh'] as const)('plans for any number of people, %s', (language) => {
  const said = words[language];
  beforeEach(() => localStorage.setItem('i18nextLng', language));

  it('users: says how many seats are taken, and lets people be invited', async () => {
    const server = createMembersServer();
    server.state.seats = null;
    await visit('/subscription/s1/users', server, config);
    expect(await find(said.users)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/null|NaN|Infinity/);
    expect(document.querySelector('a[href="/subscription/s1/users/invite"]')).toBeTruthy();
  });

  it('full plan beside a plan for any number: names that one to the owner', async () => {
    const server = createMembersServer();
    server.state.seats = 4;
    server.state.subscription = { ...server.state.subscription, owner_id: 'ada' };
    await visit('/subscription/s1/users', server, config);
    expect(await find(said.larger)).toBeTruthy();
  });

  it('overview: says how many are taken, without a ring', async () => {
    const server = createBillingServer();
    server.answers[callable('getSubscriptionUsers')] = () =>
      Response.json({ data: { users: [], total: 0, seats, open_invites: 0 } });
    await visit('/subscription/s1', server, config);
    expect(await find(said.overview)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/null|NaN|Infinity/);
  });

  it('dashboard: says how many are taken', async () => {
    const server = createBillingServer();
    server.answers['GET /v1/subscriptions'] = () =>
      Response.json({ subscriptions: [{ ...acme, seats }], nextPageToken: null });
    await visit('/dashboard', server, config);
    const [list] = await screen.findAllByRole('list', {}, deadline);
    expect(list).toBeTruthy();
    expect((await find(said.row)).textContent).toBe(said.row);
    expect(within(document.body).queryByText(/null|NaN|Infinity/)).toBeNull();
  });

  it('landing page: says so', async () => {
    await visit('/', createFakeServer(), config);
    expect(await find(said.landing)).toBeTruthy();
  });
});
