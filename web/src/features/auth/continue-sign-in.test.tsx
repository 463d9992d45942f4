import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, deadline, visit } from '../../../test/visit.tsx';

const user = userEvent.setup();
const finish = 'POST /v1/oauth/interactions/abc';
const verify = 'POST /v1/accounts:sendOobCode';
let server = createFakeServer();
let answers: Record<string, () => Response> = {};
let leave = vi.spyOn(location, 'replace');

const refusal = (code: string, httpStatus: number) => () =>
  Response.json(
    { error: { status: 'NOT_FOUND', message: 'No.', details: { code } } },
    { status: httpStatus },
  );

beforeEach(() => {
  server = createFakeServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  leave = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  leave.mockClear();
  answers = {
    [finish]: () => Response.json({ return_to: '/oauth/authorize/abc' }),
    [verify]: () => Response.json({ email: 'ada@x.example' }),
  };
  server.documents.mockImplementation(async (url, init) => {
    const call = `${init?.method} ${new URL(String(url), location.origin).pathname}`;
    return answers[call]?.() ?? Response.json({}, { status: 404 });
  });
});

function sent(): string[] {
  return server.documents.mock.calls.map(
    ([url, init]) => `${init?.method} ${new URL(String(url), location.origin).pathname}`,
  );
}

describe('a sign-in that another front end began', () => {
  it('goes on by itself for someone who is signed in', async () => {
    server.identity.cookie = 'ada';
    await visit('/signin?interaction=abc', server);
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/oauth/authorize/abc'), deadline);
    expect(sent()).toEqual([finish]);
  });

  it('goes on after a visitor has signed in', async () => {
    await visit('/signin?interaction=abc', server);
    await user.type(await screen.findByLabelText('Email', {}, deadline), 'ada@x.example');
    expect(leave).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/oauth/authorize/abc'), deadline);
  });

  it('goes on after a sign-up, which has its verification mail first', async () => {
    server.identity.emailVerified = false;
    await visit('/signin?interaction=abc', server);
    await user.click(await screen.findByRole('link', { name: 'Sign up' }, deadline));
    await user.type(await screen.findByLabelText('Full name', {}, deadline), 'Ada');
    await user.type(screen.getByLabelText('Email'), 'ada@x.example');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/oauth/authorize/abc'), deadline);
    expect(sent().filter((call) => call.startsWith('POST'))).toEqual([verify, finish]);
  });

  it('says that it has expired, and leads into the product', async () => {
    server.identity.cookie = 'ada';
    answers[finish] = refusal('interaction/unknown', 404);
    await visit('/signin?interaction=abc', server);
    expect(
      await screen.findByText(/expired, or was started in another browser/, {}, deadline),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to your projects' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(leave).not.toHaveBeenCalled();
  });

  it('asks for the password if the front end wants a new sign-in', async () => {
    server.identity.cookie = 'ada';
    const refuse = refusal('auth/requires-recent-login', 401);
    let asked = 0;
    answers[finish] = () => {
      asked += 1;
      return asked === 1 ? refuse() : Response.json({ return_to: '/oauth/authorize/abc' });
    };
    await visit('/signin?interaction=abc', server);
    await user.type(await screen.findByLabelText('Password', {}, deadline), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in and continue' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/oauth/authorize/abc'), deadline);
  });

  it('can be tried again if the server is out of reach', async () => {
    server.identity.cookie = 'ada';
    answers[finish] = () => Response.json({}, { status: 503 });
    await visit('/signin?interaction=abc', server);
    const again = await screen.findByRole('button', { name: 'Try again' }, deadline);
    answers[finish] = () => Response.json({ return_to: '/oauth/authorize/abc' });
    await user.click(again);
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/oauth/authorize/abc'), deadline);
  });
});
