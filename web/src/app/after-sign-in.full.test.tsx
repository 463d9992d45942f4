import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeServer, deadline, visit } from '../../test/visit.tsx';
import { languageChoice } from '../shared/i18n/index.ts';

const user = userEvent.setup();
let server = createFakeServer();
let answers: Record<string, () => Response | Promise<Response>> = {};

const ada = {
  uid: 'ada',
  email: 'ada@x.example',
  language: null,
  create_time: '2026-11-01T10:00:00Z',
};

beforeEach(() => {
  server = createFakeServer();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  answers = {
    'GET /v1/subscriptions': () => Response.json({ subscriptions: [] }),
    'GET /v1/users/ada': () => Response.json(ada),
    'PATCH /v1/users/ada': () => Response.json(ada),
    'POST /v1/accounts:sendOobCode': () => Response.json({ email: ada.email }),
  };
  server.documents.mockImplementation(async (url, init) => {
    const call = `${init?.method} ${new URL(String(url), location.origin).pathname}`;
    return answers[call]?.() ?? Response.json({}, { status: 404 });
  });
});

function sent(method: string, path: string): unknown[] {
  return server.documents.mock.calls
    .filter(([url, init]) => init?.method === method && String(url).startsWith(path))
    .map(([, init]) => JSON.parse(String(init?.body ?? null)));
}

/** Long enough for an answer of the fake server to be acted upon. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

async function signUp() {
  server.identity.emailVerified = false;
  await visit('/signup', server);
  await user.type(await screen.findByLabelText('Full name', {}, deadline), 'Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@x.example');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  await screen.findByRole('heading', { name: /^Welcome$/ }, deadline);
}

async function signIn(address = '/signin') {
  await visit(address, server);
  await user.type(await screen.findByLabelText('Email', {}, deadline), 'ada@x.example');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: /^Welcome back/ }, deadline);
}

describe('right after sign-up', () => {
  it('asks for the verification mail once, with the new token', async () => {
    await signUp();
    expect(await screen.findByText(/sent a verification link to ada@x.example/)).toBeTruthy();
    expect(sent('POST', '/v1/accounts:sendOobCode')).toEqual([
      { requestType: 'VERIFY_EMAIL', idToken: expect.stringMatching(/-ada$/) },
    ]);
  });

  it('greets the second time as somebody who is back, in the same session', async () => {
    await signUp();
    await user.click(screen.getByRole('button', { name: 'User menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'My profile' }));
    await screen.findByRole('heading', { level: 1, name: 'My profile' }, deadline);
    await user.click(screen.getByRole('link', { name: 'Hearth' }));
    await screen.findByRole('heading', { name: /^Welcome back/ }, deadline);
  });

  it('mail that could not be sent: says so, and disturbs nothing', async () => {
    answers['POST /v1/accounts:sendOobCode'] = () => Response.json({}, { status: 503 });
    await signUp();
    expect(await screen.findByText(/could not be sent.* in your profile/)).toBeTruthy();
    expect(location.pathname).toBe('/dashboard');
  });
});

describe('after sign-in', () => {
  it.each([
    { known: null, kept: [{ language: 'en' }], shown: 'en' },
    { known: 'zh', kept: [], shown: 'zh' },
    { known: 'en', kept: [], shown: 'en' },
  ])(
    'browser in English by its settings, account in $known: sends $kept, shows $shown',
    async ({ known, kept, shown }) => {
      let asked = false;
      answers['GET /v1/users/ada'] = () => {
        asked = true;
        return Response.json({ ...ada, language: known });
      };
      await signIn();
      await waitFor(() => expect(asked).toBe(true));
      await settled();
      expect(sent('PATCH', '/v1/users/ada')).toEqual(kept);
      expect(sent('POST', '/v1/accounts:sendOobCode')).toEqual([]);
      await waitFor(() => expect(document.documentElement.lang).toBe(shown), deadline);
    },
  );

  it('language chosen on the sign-in page: the account takes it over, and the next person’s does not', async () => {
    answers['GET /v1/users/ada'] = () => Response.json({ ...ada, language: 'en' });
    await visit('/signin', server);
    await user.selectOptions(await screen.findByLabelText('Language', {}, deadline), 'zh');
    await user.type(await screen.findByLabelText('邮箱', {}, deadline), 'ada@x.example');
    await user.type(screen.getByLabelText('密码'), 'secret');
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(
      () => expect(sent('PATCH', '/v1/users/ada')).toEqual([{ language: 'zh' }]),
      deadline,
    );
    await waitFor(() => expect(languageChoice.find()).toBeUndefined());
  });

  it('language in the address of the page: the account takes it over', async () => {
    answers['GET /v1/users/ada'] = () => Response.json({ ...ada, language: 'zh' });
    await signIn('/signin?lng=en');
    await waitFor(() => expect(sent('PATCH', '/v1/users/ada')).toEqual([{ language: 'en' }]));
  });

  it('the page does not wait for it', async () => {
    answers['GET /v1/users/ada'] = () => new Promise(() => undefined);
    await signIn();
    expect(await screen.findByText('No projects yet', {}, deadline)).toBeTruthy();
  });

  it('page reloaded: nothing is asked again', async () => {
    server.identity.cookie = 'ada';
    await visit('/dashboard', server);
    await screen.findByText('No projects yet', {}, deadline);
    expect(sent('GET', '/v1/users/ada')).toEqual([]);
  });
});

it('keeps the language on the account when it is changed on a public page', async () => {
  server.identity.cookie = 'ada';
  await visit('/reset-password', server);
  await user.selectOptions(await screen.findByLabelText('Language', {}, deadline), 'zh');
  await waitFor(() => expect(sent('PATCH', '/v1/users/ada')).toEqual([{ language: 'zh' }]));
});
