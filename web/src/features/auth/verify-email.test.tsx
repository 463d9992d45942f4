import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { press, user } from '../../../test/person.ts';
import { createFakeServer, deadline, visit } from '../../../test/visit.tsx';

let server = createFakeServer();
/** Answers of the three calls that the link may make. */
let look: () => Response | Promise<Response>;
let apply: () => Response | Promise<Response>;
let disown: () => Response | Promise<Response>;

const ok = (body: object) => () => Response.json(body);
const verified = ok({ localId: 'ada', email: 'ada@x.example', emailVerified: true });
const asker = {
  localId: 'ada',
  displayName: 'Ada Lovelace',
  createdAt: '2026-11-21T12:00:00.000Z',
  askedAt: '2026-11-22T12:00:00.000Z',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/140.0',
};

function refuse(message: string, code: string) {
  const body = { error: { code: 400, message, details: { code } } };
  return () => Response.json(body, { status: 400 });
}

const spent = refuse('INVALID_OOB_CODE', 'auth/invalid-action-code');
const expired = refuse('EXPIRED_OOB_CODE', 'auth/expired-action-code');

/** Inputs that were sent, by the last word of the address. */
function sent(call: 'update' | 'resetPassword' | 'disown'): unknown[] {
  return server.documents.mock.calls
    .filter(([url]) => String(url).includes(`accounts:${call}`))
    .map(([, init]) => JSON.parse(String(init?.body)));
}

const open = (mode = 'verifyEmail') => visit(`/auth/action?mode=${mode}&oobCode=c0de`, server);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, deadline);
const choose = (language: string) => user.selectOptions(screen.getByRole('combobox'), language);
const yes = 'Yes, verify my address';

beforeEach(() => {
  server = createFakeServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  look = ok({ requestType: 'VERIFY_EMAIL', email: 'ada@x.example', asker });
  apply = verified;
  disown = ok({ email: 'ada@x.example' });
  server.documents.mockImplementation(async (url) => {
    const called = String(url);
    if (called.includes('disown')) {
      return disown();
    }
    return called.includes('resetPassword') ? look() : apply();
  });
});

describe('in a browser without a session of the account', () => {
  it('shows whose account asks and does nothing until the person presses', async () => {
    await open();
    const list = (await screen.findByText('Ada Lovelace', {}, deadline)).closest('dl');
    const facts = within(list ?? expect.fail());
    expect(facts.getByText('Firefox on Windows')).toBeTruthy();
    expect(facts.getByText(/^Nov 21, 2026, /)).toBeTruthy();
    expect(facts.getByText(/^Nov 22, 2026, /)).toBeTruthy();
    expect(screen.getByText(/verify ada@x\.example for this account/)).toBeTruthy();
    expect(sent('update')).toEqual([]);

    await user.dblClick(screen.getByRole('button', { name: yes }));

    expect(await heading('Email verified')).toBeTruthy();
    expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
    expect(sent('disown')).toEqual([]);
  });

  it('link that has done its work: says so, and asks nothing again', async () => {
    look = ok({ requestType: 'VERIFY_EMAIL', email: 'ada@x.example', emailVerified: true, asker });
    await open();
    expect(await heading('Email verified')).toBeTruthy();
    expect(screen.queryByRole('button', { name: yes })).toBeNull();
    expect(sent('update')).toEqual([]);
  });

  it('another person signed in: asks as well, and sends nothing with their session', async () => {
    server.identity.cookie = 'bob';
    await open();
    await press(yes);
    expect(await heading('Email verified')).toBeTruthy();
    expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
  });

  it('unknown who is signed in: asks', async () => {
    server.identity.trouble = 'network';
    await open();
    expect(await screen.findByRole('button', { name: yes }, deadline)).toBeTruthy();
    expect(sent('update')).toEqual([]);
  });

  it('name and device unknown: says so in both languages', async () => {
    const { displayName: _name, userAgent: _device, ...bare } = asker;
    look = ok({ requestType: 'VERIFY_EMAIL', email: 'ada@x.example', asker: bare });
    await open();
    expect(await screen.findByText('None given', {}, deadline)).toBeTruthy();
    expect(screen.getByText('Unknown')).toBeTruthy();
    await choose('zh');
    expect(await screen.findByText('未填写')).toBeTruthy();
    expect(screen.getByRole('button', { name: '是的，验证我的邮箱' })).toBeTruthy();
  });

  it('temporary failure: keeps the question', async () => {
    apply = () => Promise.reject(new TypeError('lost'));
    await open();
    await press(yes);
    expect((await screen.findByRole('alert')).textContent).toContain('connection');
    apply = verified;
    await press(yes);
    expect(await heading('Email verified')).toBeTruthy();
    expect(sent('update')).toHaveLength(2);
  });

  it('link that does not work: says why and offers no second try', async () => {
    look = expired;
    await open();
    expect((await screen.findByRole('alert', {}, deadline)).textContent).toBe(
      'Failed to verify the email addressThis link has expired.',
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/profile',
    );
  });

  it('link expired between reading and pressing: says so', async () => {
    await open();
    await screen.findByRole('button', { name: yes }, deadline);
    apply = spent;
    await press(yes);
    expect((await screen.findByRole('alert')).textContent).toContain('This link is not valid.');
    expect(screen.queryByRole('button', { name: yes })).toBeNull();
  });
});

describe('in a browser with a session of the account', () => {
  it('verifies by itself, once, with the session, and shows the new state', async () => {
    server.identity.cookie = 'ada';
    server.identity.emailVerified = false;
    apply = () => {
      server.identity.emailVerified = true;
      return verified();
    };
    const session = await open();
    expect(await heading('Email verified')).toBeTruthy();
    await waitFor(() => expect(session.state().account?.emailVerified).toBe(true));
    expect(sent('update')).toEqual([
      { oobCode: 'c0de', idToken: expect.stringMatching(/^token-\d-ada$/) },
    ]);
    expect(screen.getByRole('link', { name: 'Go to your projects' })).toBeTruthy();
  });

  it('temporary failure: tries again when asked to', async () => {
    server.identity.cookie = 'ada';
    apply = () => Promise.reject(new TypeError('lost'));
    await open();
    expect((await screen.findByRole('alert', {}, deadline)).textContent).toContain('connection');
    await choose('zh');
    expect(sent('update')).toHaveLength(1);
    apply = verified;
    await press('重试');
    expect(await heading('邮箱已验证')).toBeTruthy();
    expect(sent('update')).toHaveLength(2);
  });

  it('session that has ended: asks', async () => {
    server.identity.cookie = 'ada';
    apply = () => {
      server.identity.trouble = 'TOKEN_EXPIRED';
      return refuse('TOKEN_EXPIRED', 'auth/token-expired')();
    };
    await open();
    expect(await screen.findByRole('button', { name: yes }, deadline)).toBeTruthy();
  });
});

describe('an account that is not theirs', () => {
  it('disowned after a second question: locked, and the person reads how to get in', async () => {
    await open();
    await press('This was not me');
    expect(await heading('Not your account?')).toBeTruthy();
    expect(sent('disown')).toEqual([]);
    await press('Back');
    await press('This was not me');
    await user.dblClick(screen.getByRole('button', { name: 'Lock the account' }));

    expect(await heading('Account locked')).toBeTruthy();
    expect(sent('disown')).toEqual([{ oobCode: 'c0de' }]);
    expect(sent('update')).toEqual([]);
    const next = screen.getByRole('link', { name: 'Set a password by email' });
    expect(next.getAttribute('href')).toBe('/reset-password');
  });

  it('link that reverts a verification: locks the account after a press', async () => {
    look = ok({ requestType: 'REVERT_VERIFICATION', email: 'ada@x.example', asker });
    await open('revertVerification');
    expect(await screen.findByText('Verified', {}, deadline)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    expect(sent('disown')).toEqual([]);
    await choose('zh');
    await press('锁定账号');
    expect(await heading('账号已锁定')).toBeTruthy();
    expect(sent('disown')).toEqual([{ oobCode: 'c0de' }]);
  });

  it.each(['verifyEmail', 'revertVerification'])(
    'has a way to close it when the %s link was used before',
    async (mode) => {
      look = spent;
      await open(mode);
      expect((await screen.findByRole('alert', {}, deadline)).textContent).toContain('not valid');
      const name = mode === 'verifyEmail' ? 'Request a new link' : 'Set a password by email';
      expect(screen.getByRole('link', { name })).toBeTruthy();
    },
  );

  it('browser signed in to that account: signed out', async () => {
    server.identity.cookie = 'ada';
    look = ok({ requestType: 'REVERT_VERIFICATION', email: 'ada@x.example', asker });
    disown = () => {
      server.identity.trouble = 'TOKEN_EXPIRED';
      return Response.json({ email: 'ada@x.example' });
    };
    const session = await open('revertVerification');
    await press('Lock the account');
    expect(await heading('Account locked')).toBeTruthy();
    await waitFor(() => expect(session.state().status).toBe('signed-out'));
  });
});
