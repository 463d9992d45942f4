import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listedFields } from '../../test/team-server.ts';
import { createFakeServer, deadline, timeZone, visit } from '../../test/visit.tsx';

let server = createFakeServer();
/** Answers of documents and callables by method and path. */
let answers: Record<string, () => Response | Promise<Response>> = {};
const user = userEvent.setup();

const acme = {
  ...listedFields,
  id: 's1',
  owner_id: 'ada',
  plan_id: 'free',
  status: 'active',
  settings: { name: 'Acme Analytics' },
  permissions: { access: ['ada'], admin: ['ada'] },
  create_time: '2026-11-21T10:00:00.000Z',
};

beforeEach(() => {
  server = createFakeServer();
  answers = {
    'GET /v1/subscriptions': () => Response.json({ subscriptions: [acme] }),
    'GET /v1/subscriptions/s1': () => Response.json(acme),
    'GET /v1/invites': () => Response.json({ invites: [], hidden: 0, nextPageToken: null }),
  };
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.documents.mockImplementation(async (url, init) => {
    const call = `${init?.method} ${new URL(String(url), location.origin).pathname}`;
    return answers[call]?.() ?? Response.json({ error: { status: 'NOT_FOUND' } }, { status: 404 });
  });
});

const heading = (name: string | RegExp) =>
  screen.findByRole('heading', { level: 1, name }, deadline);

function refuse(status: string, code: string): Response {
  return Response.json({ error: { status, message: 'x', details: { code } } }, { status: 400 });
}

function sent(path: string): unknown[] {
  return server.documents.mock.calls
    .filter(([url, init]) => String(url).endsWith(path) && init?.body)
    .map(([, init]) => JSON.parse(String(init?.body)));
}

describe('sign-in', () => {
  it('sign-in refused: keeps what was typed and says why', async () => {
    await visit('/signin', server);
    await user.type(await screen.findByLabelText('Email', {}, deadline), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    server.identity.trouble = 'INVALID_LOGIN_CREDENTIALS';
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('alert')).toHaveProperty('textContent');
    expect(screen.getByRole('alert').textContent).toContain('Failed to sign in');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com');
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong');
  });

  it.each([
    ['en', 'Email', 'Password', 'Sign in', 'Reset your password by email to sign in now'],
    ['zh', '邮箱', '密码', '登录', '通过邮件重置密码，即可立即登录'],
  ])(
    'offers a reset by mail after too many attempts, in %s',
    async (...[code, email, password, button, offer]) => {
      localStorage.setItem('i18nextLng', code);
      await visit('/signin', server);
      await user.type(await screen.findByLabelText(email, {}, deadline), 'ada@example.com');
      await user.type(screen.getByLabelText(password), 'right');
      server.identity.fetch.mockImplementationOnce(async () =>
        refuse('RESOURCE_EXHAUSTED', 'auth/too-many-requests'),
      );
      await user.click(screen.getByRole('button', { name: button }));
      const link = within(await screen.findByRole('alert')).getByRole('link', { name: offer });
      expect(link.getAttribute('href')).toBe('/reset-password');
      await user.click(link);
      await waitFor(() => expect(location.pathname).toBe('/reset-password'));
    },
  );

  it.each([
    ['en', 'Email', 'Send reset link', /link sent within the last hour still works/],
    ['zh', '邮箱', '发送重置链接', /一小时内发送的链接仍然有效/],
  ])(
    'says where a link is after too many resets, in %s',
    async (...[code, email, button, words]) => {
      localStorage.setItem('i18nextLng', code);
      await visit('/reset-password', server);
      await user.type(await screen.findByLabelText(email, {}, deadline), 'ada@example.com');
      answers['POST /v1/accounts:sendOobCode'] = () =>
        refuse('RESOURCE_EXHAUSTED', 'auth/too-many-requests');
      await user.click(screen.getByRole('button', { name: button }));
      expect((await screen.findByRole('alert')).textContent).toMatch(words);
    },
  );

  it('field missing: named, and nothing is sent', async () => {
    await visit('/signin', server);
    await user.click(await screen.findByRole('button', { name: 'Sign in' }, deadline));
    expect(await screen.findByText('Enter your email address.')).toBeTruthy();
    expect(server.identity.count('signInWithPassword')).toBe(0);
  });

  it('changes its language in place', async () => {
    await visit('/signin', server);
    await user.selectOptions(await screen.findByLabelText('Language', {}, deadline), 'zh');
    expect(await screen.findByRole('button', { name: '登录' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('zh');
  });
});

describe('sign-up', () => {
  it('creates the account and goes on to the dashboard', async () => {
    await visit('/signup', server);
    await user.type(await screen.findByLabelText('Full name', {}, deadline), 'Ada Lovelace');
    await user.type(screen.getByLabelText('Email'), 'ada@x.example');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(await heading(/^Welcome$/)).toBeTruthy();
    const call = server.identity.fetch.mock.calls.find(([url]) => String(url).includes('signUp'));
    expect(JSON.parse(String(call?.[1]?.body))).toMatchObject({
      displayName: 'Ada Lovelace',
      email: 'ada@x.example',
      password: 'secret',
    });
  });

  it('short password: refused before it is sent', async () => {
    await visit('/signup', server);
    await user.type(await screen.findByLabelText('Full name', {}, deadline), 'Ada');
    await user.type(screen.getByLabelText('Email'), 'ada@x.example');
    await user.type(screen.getByLabelText('Password'), '12345');
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(await screen.findByText('Use at least 6 characters.')).toBeTruthy();
    expect(server.identity.count('signUp')).toBe(0);
  });
});

describe('the dashboard', () => {
  beforeEach(() => {
    server.identity.cookie = 'ada';
  });

  it('lists projects with name, badge and role, and an unnamed one as Untitled Project', async () => {
    const canceled = { ...acme, id: 's2', owner_id: 'bob', settings: {}, status: 'canceled' };
    const body = { subscriptions: [acme, { ...canceled, permissions: { access: ['ada'] } }] };
    answers['GET /v1/subscriptions'] = () => Response.json(body);
    await visit('/dashboard', server);
    const list = await screen.findByRole('list', { name: 'Your projects' }, deadline);
    const [first] = within(list).getAllByRole('listitem');
    await user.click(screen.getByRole('button', { name: 'Show canceled (1)' }));
    const over = screen.getByRole('list', { name: 'Canceled projects' });
    const [second] = within(over).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/Acme Analytics.*Free · You own it.*Active/);
    expect(second?.textContent).toMatch(/Untitled Project.*Canceled/);
    expect(second?.textContent).not.toContain('own');
  });

  it('shows the price that is paid, or the day on which a project ends', async () => {
    const price = { amount: 800, currency: 'usd' };
    const cancel_at = '2026-11-28T10:00:00.000Z';
    const next_charge = { date: cancel_at, total: null };
    const body = {
      subscriptions: [
        { ...acme, plan_id: 'pro', price, frequency: 'week', next_charge },
        { ...acme, id: 's3', plan_id: 'pro', price, frequency: 'week', cancel_at },
        { ...acme, id: 's2', plan_id: 'pro', next_charge },
      ],
    };
    answers['GET /v1/subscriptions'] = () => Response.json(body);
    await visit('/dashboard', server);
    const list = await screen.findByRole('list', { name: 'Your projects' }, deadline);
    const [earlier, ending, unread] = within(list).getAllByRole('listitem');
    expect(earlier?.textContent).toMatch(/Pro · .*\$8\.00/);
    expect(ending?.textContent).toMatch(/Pro · .*Ends Nov 28/);
    expect(ending?.textContent).not.toContain('$8.00');
    expect(unread?.textContent).toMatch(/Pro · .*\$10\.00/);
    expect(unread?.textContent).not.toContain('Ends');
  });

  it('hides canceled projects until they are asked for, and remembers that in this browser', async () => {
    const canceled = { ...acme, id: 's2', settings: { name: 'Old' }, status: 'canceled' };
    answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions: [acme, canceled] });
    await visit('/dashboard', server);
    const show = await screen.findByRole('button', { name: 'Show canceled (1)' }, deadline);
    expect(show.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText('Old')).toBeNull();
    expect(screen.getByText('1 project')).toBeTruthy();
    await user.click(show);
    expect(screen.getByText('Old')).toBeTruthy();
    cleanup();

    await visit('/dashboard', server);
    expect(await screen.findByText('Old', {}, deadline)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hide canceled (1)' }));
    expect(screen.queryByText('Old')).toBeNull();
  });

  it('all projects canceled: offers a new one', async () => {
    const body = { subscriptions: [{ ...acme, status: 'canceled' }] };
    answers['GET /v1/subscriptions'] = () => Response.json(body);
    await visit('/dashboard', server);
    await screen.findByRole('button', { name: 'Show canceled (1)' }, deadline);
    expect(screen.getAllByRole('link', { name: 'New project' })).toHaveLength(1);
  });

  it('no projects yet: says what to do', async () => {
    answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions: [] });
    await visit('/dashboard', server);
    expect(await screen.findByText('No projects yet', {}, deadline)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'New project' })).toHaveLength(1);
  });

  it('list that fails to load: offers another try in place', async () => {
    answers['GET /v1/subscriptions'] = () => refuse('PERMISSION_DENIED', 'access/denied');
    await visit('/dashboard', server);
    const retry = await screen.findByRole('button', { name: 'Try again' }, deadline);
    answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions: [acme] });
    await user.click(retry);
    expect(await screen.findByText('Acme Analytics', {}, deadline)).toBeTruthy();
  });
});

describe('choosing a plan', () => {
  const create = 'POST /functions/r/createSubscription';
  beforeEach(() => {
    server.identity.cookie = 'ada';
  });

  it('offers every plan that is not legacy', async () => {
    await visit('/create-plan', server);
    await heading('Choose a plan');
    const names = screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);
    expect(names).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /gold/i })).toBeNull();
  });

  it('creates one free project however often the button is pressed, and opens its settings', async () => {
    let answer: (response: Response) => void = () => {};
    answers[create] = () => new Promise((resolve) => (answer = resolve));
    await visit('/create-plan', server);
    const button = await screen.findByRole('button', { name: 'Choose Free' }, deadline);
    await user.dblClick(button);
    await user.click(button);
    expect(sent('createSubscription')).toEqual([{ data: { planId: 'free', timeZone } }]);
    act(() => answer(Response.json({ data: { subscriptionId: 's1' } })));
    expect(await heading('Settings')).toBeTruthy();
    expect(location.pathname).toBe('/subscription/s1/settings');
  });

  it('plan refused: says why and can be pressed again', async () => {
    answers[create] = () => refuse('FAILED_PRECONDITION', 'plan/legacy');
    await visit('/create-plan', server);
    await user.click(await screen.findByRole('button', { name: 'Choose Free' }, deadline));
    expect((await screen.findByRole('alert')).textContent).toContain('Free');
    await user.click(screen.getByRole('button', { name: 'Choose Free' }));
    expect(sent('createSubscription')).toHaveLength(2);
  });
});

describe('the overview', () => {
  beforeEach(() => {
    server.identity.cookie = 'ada';
  });

  it('shows name, badge, id, plan and its four features', async () => {
    await visit('/subscription/s1', server);
    await heading('Acme Analytics');
    const main = within(screen.getByRole('main'));
    expect(main.getByText('Active')).toBeTruthy();
    expect(main.getByText('s1')).toBeTruthy();
    expect(main.getByRole('button', { name: 'Copy subscription ID' })).toBeTruthy();
    for (const part of ['users', 'storage', 'help', 'support']) {
      expect(await main.findByText(`plans.free.${part}`)).toBeTruthy();
    }
  });

  it('calls an unnamed project Untitled Project', async () => {
    answers['GET /v1/subscriptions/s1'] = () => Response.json({ ...acme, settings: {} });
    await visit('/subscription/s1', server);
    expect(await heading('Untitled Project')).toBeTruthy();
  });
});

describe('the settings', () => {
  const update = 'PATCH /v1/subscriptions/s1';
  beforeEach(() => {
    server.identity.cookie = 'ada';
  });

  async function rename(name: string) {
    await visit('/subscription/s1/settings', server);
    const field = await screen.findByLabelText('Project name', {}, deadline);
    await user.clear(field);
    if (name) {
      await user.type(field, name);
    }
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    return field;
  }

  it('says that the name is saved, and goes to the overview 1.5 s later', async () => {
    const renamed = { ...acme, settings: { name: 'Renamed' } };
    answers[update] = () => Response.json(renamed);
    const delays = vi.spyOn(globalThis, 'setTimeout');
    await rename('Renamed');
    expect(await screen.findByText('Your changes have been saved.')).toBeTruthy();
    expect(location.pathname).toBe('/subscription/s1/settings');
    expect(delays.mock.calls.map(([, delay]) => delay)).toContain(1500);
    delays.mockRestore();
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1'), deadline);
    expect(await heading('Renamed')).toBeTruthy();
  });

  it('saving fails: says so and keeps what was typed', async () => {
    answers[update] = () => refuse('INTERNAL', 'server/internal');
    const field = await rename('Renamed');
    expect((await screen.findByRole('alert')).textContent).toContain('could not be saved');
    expect(field).toHaveProperty('value', 'Renamed');
  });

  it('empty name: refused before it is sent', async () => {
    await rename('');
    expect(await screen.findByText('Enter a name for the project.')).toBeTruthy();
    expect(sent('/v1/subscriptions/s1')).toEqual([]);
  });
});

describe('the profile', () => {
  it('shows name, address and id of the account', async () => {
    server.identity.cookie = 'ada';
    answers['GET /v1/users/ada'] = () =>
      Response.json({
        uid: 'ada',
        email: 'ada@x.example',
        email_verified: false,
        display_name: 'Ada Lovelace',
        avatar_url: '',
        language: null,
        create_time: '2026-11-21T10:00:00.000Z',
        last_updated: '2026-11-21T10:00:00.000Z',
      });
    await visit('/profile', server);
    await heading('My profile');
    const main = within(screen.getByRole('main'));
    expect((await main.findAllByText('Ada Lovelace', {}, deadline)).length).toBeGreaterThan(0);
    expect(main.getByText('No')).toBeTruthy();
    expect(main.getByText(/^Nov 21, 2026, \d{1,2}:\d\d [AP]M$/)).toBeTruthy();
  });
});
