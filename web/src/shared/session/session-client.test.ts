import { getSubscription } from '@hearth/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, createApi } from '../api/index.ts';
import { testConfig } from '../config/test-config.ts';
import { createFakeIdentityServer, createFakeTabs } from './fake-identity-server.ts';
import { createSessionClient, keptLocation } from './index.ts';
import type { TabMessage } from './tab-channel.ts';

const minuteMs = 60_000;
const anna = { email: 'anna@x.example', password: 'secret' };
const bob = { email: 'bob@x.example', password: 'secret' };

let server = createFakeIdentityServer();
let newTab = createFakeTabs<TabMessage>();
const reloadPage = vi.fn();

function openTab() {
  return createSessionClient({
    config: testConfig,
    fetch: server.fetch,
    broadcast: newTab(),
    reloadPage,
  });
}

async function signedInTab() {
  const tab = openTab();
  await tab.start();
  await tab.signIn(anna);
  server.calls = [];
  return tab;
}

beforeEach(() => {
  vi.useFakeTimers();
  server = createFakeIdentityServer();
  newTab = createFakeTabs();
  reloadPage.mockReset();
  sessionStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a sign-in whose look-up is lost', () => {
  it('keeps the open session for a retry instead of failing the form', async () => {
    const tab = openTab();
    await tab.start();
    const answer = server.fetch.getMockImplementation();
    server.fetch.mockImplementation((url, init) => {
      const isLookup = String(url).includes('accounts:lookup');
      return isLookup ? Promise.reject(new TypeError('lost')) : (answer?.(url, init) ?? fetch(url));
    });
    await tab.signIn(anna);
    expect(tab.state().status).toBe('unreachable');

    server.fetch.mockImplementation((url, init) => answer?.(url, init) ?? fetch(url));
    await tab.start();
    expect(tab.state()).toMatchObject({ status: 'signed-in', account: { uid: 'anna' } });
    expect(server.count('signInWithPassword')).toBe(1);
  });
});

describe('at the start', () => {
  it('loads until the server says that nobody is signed in', async () => {
    const tab = openTab();
    expect(tab.state()).toEqual({ status: 'loading' });
    await tab.start();
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'nobody' });
    expect(await tab.idToken()).toBeUndefined();
  });

  it('asks in cookie mode, by form, with no refresh token', async () => {
    await openTab().start();
    expect(server.fetch).toHaveBeenCalledExactlyOnceWith(
      '/v1/token?key=test-key',
      expect.objectContaining({
        method: 'POST',
        body: 'grant_type=refresh_token',
        credentials: 'same-origin',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-hearth-session': 'cookie',
        },
      }),
    );
  });

  it('takes up the session of the cookie', async () => {
    server.cookie = 'anna';
    const tab = openTab();
    await tab.start();
    expect(tab.state()).toEqual({
      status: 'signed-in',
      account: {
        uid: 'anna',
        email: 'anna@x.example',
        emailVerified: true,
        displayName: '',
        photoUrl: '',
      },
    });
  });

  it('lets calls wait until it is known who is signed in', async () => {
    server.cookie = 'anna';
    const tab = openTab();
    const starting = tab.start();
    expect(await tab.idToken()).toBe('token-1-anna');
    await starting;
  });

  it.each(['network', 'busy'])('is unreachable on %s trouble, and asks again', async (trouble) => {
    server.cookie = 'anna';
    server.trouble = trouble;
    const tab = openTab();
    await tab.start();
    expect(tab.state().status).toBe('unreachable');

    server.trouble = undefined;
    await tab.reload();
    expect(tab.state().status).toBe('signed-in');
  });

  it('starts signed out when the account is disabled', async () => {
    server.trouble = 'USER_DISABLED';
    const tab = openTab();
    await tab.start();
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'ended' });
  });

  it('does not let a late answer undo a sign-in', async () => {
    const tab = openTab();
    const starting = tab.start();
    await tab.signIn(anna);
    await starting;
    expect(tab.state().account?.uid).toBe('anna');
  });
});

describe('sign-in, sign-up and sign-out', () => {
  it('opens cookie sessions', async () => {
    const tab = openTab();
    await tab.signUp({ ...anna, displayName: 'Anna' });
    const [, init] = server.fetch.mock.calls[0] ?? [];
    expect(init?.headers).toMatchObject({ 'x-hearth-session': 'cookie' });
    expect(JSON.parse(String(init?.body))).toEqual({
      ...anna,
      displayName: 'Anna',
      returnSecureToken: true,
    });
    expect(tab.state().account?.uid).toBe('anna');
  });

  it('leaves the state alone when sign-in fails', async () => {
    const tab = openTab();
    await tab.start();
    server.trouble = 'INVALID_LOGIN_CREDENTIALS';
    await expect(tab.signIn(anna)).rejects.toMatchObject({
      identityCode: 'INVALID_LOGIN_CREDENTIALS',
    });
    expect(tab.state().status).toBe('signed-out');
  });

  it('ends the session on the server and forgets the kept location', async () => {
    const tab = await signedInTab();
    keptLocation.keep('/profile');
    await tab.signOut();
    expect(server.cookie).toBeUndefined();
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'left' });
    expect(await tab.idToken()).toBeUndefined();
    expect(keptLocation.take()).toBeUndefined();
  });

  it('does not pretend when the server cannot be reached, and can be asked again', async () => {
    const tab = await signedInTab();
    server.trouble = 'network';
    await expect(tab.signOut()).rejects.toMatchObject({ code: 'network-request-failed' });
    expect(tab.state().status).toBe('signed-in');

    server.trouble = undefined;
    await tab.signOut();
    expect(tab.state().status).toBe('signed-out');
  });

  it('is signed out when the session had ended already', async () => {
    const tab = await signedInTab();
    server.trouble = 'TOKEN_EXPIRED';
    await tab.signOut();
    expect(tab.state().status).toBe('signed-out');
  });
});

describe('the ID token', () => {
  it('is renewed five minutes before it expires, again and again', async () => {
    await signedInTab();
    await vi.advanceTimersByTimeAsync(55 * minuteMs - 1);
    expect(server.count('token')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.count('token')).toBe(1);
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    expect(server.count('token')).toBe(2);
  });

  it('counts as expired thirty seconds early', async () => {
    const tab = await signedInTab();
    const first = await tab.idToken();
    // A sleeping laptop runs no timers.
    vi.setSystemTime(Date.now() + 60 * minuteMs - 30_001);
    expect(await tab.idToken()).toBe(first);
    vi.setSystemTime(Date.now() + 1);
    expect(await tab.idToken()).not.toBe(first);
    expect(server.count('token')).toBe(1);
  });

  it('is renewed once for all who ask', async () => {
    const tab = await signedInTab();
    vi.setSystemTime(Date.now() + 60 * minuteMs);
    const tokens = await Promise.all([tab.idToken(), tab.idToken(), tab.idToken()]);
    expect(new Set(tokens).size).toBe(1);
    expect(server.count('token')).toBe(1);
  });

  it('is not asked for in a storm when its life is short', async () => {
    server.lifeSeconds = 60;
    await signedInTab();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(server.count('token')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.count('token')).toBe(1);
  });

  it('backs off from 30 s, doubling to 16 min, and starts over after a success', async () => {
    const tab = await signedInTab();
    server.trouble = 'network';
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    expect(server.count('token')).toBe(1);

    for (const seconds of [30, 60, 120, 240, 480, 960, 960]) {
      const before = server.count('token');
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(server.count('token')).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(server.count('token')).toBe(before + 1);
    }
    expect(tab.state().status).toBe('signed-in');

    server.trouble = undefined;
    await vi.advanceTimersByTimeAsync(16 * minuteMs);
    server.trouble = 'network';
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    const before = server.count('token');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.count('token')).toBe(before + 1);
  });

  it.each(['USER_DISABLED', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'])(
    'signs the person out when renewal meets %s',
    async (trouble) => {
      const tab = await signedInTab();
      server.trouble = trouble;
      await vi.advanceTimersByTimeAsync(55 * minuteMs);
      expect(tab.state()).toEqual({ status: 'signed-out', reason: 'ended' });
      await vi.advanceTimersByTimeAsync(120 * minuteMs);
      expect(server.count('token')).toBe(1);
    },
  );

  it('signs the person out when the cookie is gone', async () => {
    const tab = await signedInTab();
    server.cookie = undefined;
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'ended' });
  });

  it('is never taken from a renewal that a sign-out overtook', async () => {
    const tab = await signedInTab();
    let answer: (response: Response) => void = () => undefined;
    server.fetch.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    await tab.signOut();
    answer(Response.json({ id_token: 'late', expires_in: '3600', user_id: 'anna' }));
    await vi.advanceTimersByTimeAsync(0);

    expect(await tab.idToken()).toBeUndefined();
    expect(tab.state().status).toBe('signed-out');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('two tabs', () => {
  it('share sign-in and sign-out', async () => {
    const [one, two] = [openTab(), openTab()];
    await Promise.all([one.start(), two.start()]);

    await one.signIn(anna);
    await vi.advanceTimersByTimeAsync(0);
    expect(two.state().account?.uid).toBe('anna');

    await two.signOut();
    expect(one.state()).toEqual({ status: 'signed-out', reason: 'left' });
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('reload when somebody else signs in in one of them', async () => {
    const [one, two] = [openTab(), openTab()];
    await one.signIn(anna);
    await vi.advanceTimersByTimeAsync(0);
    await two.signIn(bob);
    await vi.advanceTimersByTimeAsync(0);
    expect(two.state().account?.uid).toBe('bob');
    expect(reloadPage).toHaveBeenCalledOnce();
  });

  it('never take over the token of a stranger whose sign-in was not heard', async () => {
    const tab = await signedInTab();
    server.cookie = 'bob';
    vi.setSystemTime(Date.now() + 60 * minuteMs);
    expect(await tab.idToken()).toBeUndefined();
    expect(reloadPage).toHaveBeenCalledOnce();
  });
});

describe('calls of the api', () => {
  function callWith(tab: ReturnType<typeof openTab>, code: string) {
    const body = { error: { status: 'UNAUTHENTICATED', details: { code } } };
    const refuse = vi.fn<typeof fetch>(async () => Response.json(body, { status: 401 }));
    const api = createApi({ apiKey: 'k', region: 'r', fetch: refuse, session: tab });
    return api.call(getSubscription, { subscriptionId: 's' });
  }

  it.each(['auth/token-expired', 'auth/user-disabled', 'auth/account-deleted'])(
    'end the session here when they meet %s',
    async (code) => {
      const tab = await signedInTab();
      await expect(callWith(tab, code)).rejects.toBeInstanceOf(ApiError);
      expect(tab.state()).toEqual({ status: 'signed-out', reason: 'ended' });
    },
  );

  it('ask for a new token when the server does not know theirs', async () => {
    const tab = await signedInTab();
    await expect(callWith(tab, 'auth/unauthenticated')).rejects.toBeInstanceOf(ApiError);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.count('token')).toBe(1);
    expect(tab.state().status).toBe('signed-in');
  });

  it('say nothing about a session that began after them', async () => {
    const tab = await signedInTab();
    const old = (await tab.idToken()) ?? '';
    await tab.signIn(bob);
    const expired = { code: 'unauthenticated', refusal: 'auth/token-expired' } as const;
    tab.noteFailure(new ApiError('x', { ...expired, httpStatus: 401 }), old);
    expect(tab.state().account?.uid).toBe('bob');
  });
});

describe('reload', () => {
  it('reads the account again and tells its listeners', async () => {
    const tab = await signedInTab();
    const listener = vi.fn();
    tab.subscribe(listener);
    await tab.reload();
    expect(server.calls).toEqual(['lookup']);
    expect(listener).toHaveBeenCalledOnce();
  });
});
