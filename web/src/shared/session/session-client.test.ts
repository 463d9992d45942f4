import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askForNoCode,
  createFakeIdentityServer,
  createFakeTabs,
} from '../../../test/fake-identity-server.ts';
import { testConfig } from '../../../test/test-config.ts';
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
  await tab.signIn(anna, askForNoCode);
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
    await tab.signIn(anna, askForNoCode);
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
        isNew: false,
        checklistHidden: true,
        signInMethods: ['password'],
        linkedProviders: [],
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
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'disabled' });
  });

  it('does not let a late answer undo a sign-in', async () => {
    const tab = openTab();
    const starting = tab.start();
    await tab.signIn(anna, askForNoCode);
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
    await expect(tab.signIn(anna, askForNoCode)).rejects.toMatchObject({
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

  it('server cannot be reached: stays signed in, and can be tried again', async () => {
    const tab = await signedInTab();
    server.trouble = 'network';
    await expect(tab.signOut()).rejects.toMatchObject({ code: 'network-request-failed' });
    expect(tab.state().status).toBe('signed-in');

    server.trouble = undefined;
    await tab.signOut();
    expect(tab.state().status).toBe('signed-out');
  });

  it('ends the session of the cookie too when the token is refused for a moved clock', async () => {
    const tab = await signedInTab();
    server.refused.add((await tab.idToken()) ?? '');
    await tab.signOut();
    expect(server.cookie).toBeUndefined();
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'left' });
  });

  it('is signed out when the session had ended already', async () => {
    const tab = await signedInTab();
    server.trouble = 'TOKEN_EXPIRED';
    await tab.signOut();
    expect(tab.state().status).toBe('signed-out');
  });
});

describe('two tabs', () => {
  it('share sign-in and sign-out', async () => {
    const [one, two] = [openTab(), openTab()];
    await Promise.all([one.start(), two.start()]);

    await one.signIn(anna, askForNoCode);
    await vi.advanceTimersByTimeAsync(0);
    expect(two.state().account?.uid).toBe('anna');

    await two.signOut();
    expect(one.state()).toEqual({ status: 'signed-out', reason: 'left' });
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('another person signs in in one of them: the other reloads', async () => {
    const [one, two] = [openTab(), openTab()];
    await one.signIn(anna, askForNoCode);
    await vi.advanceTimersByTimeAsync(0);
    await two.signIn(bob, askForNoCode);
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

describe('reload', () => {
  it('reads the account again and tells its listeners', async () => {
    const tab = await signedInTab();
    const listener = vi.fn();
    tab.subscribe(listener);
    await tab.reload();
    expect(server.calls).toEqual(['lookup']);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('lets the other tabs of the person read the account again', async () => {
    const tab = await signedInTab();
    const other = openTab();
    await other.start();
    server.emailVerified = false;
    await tab.reload();
    await vi.advanceTimersByTimeAsync(0);
    expect(other.state().account?.emailVerified).toBe(false);
    expect(server.count('lookup')).toBe(3);
  });

  it('signs out when the account is gone', async () => {
    const tab = await signedInTab();
    server.trouble = 'USER_NOT_FOUND';
    await expect(tab.reload()).rejects.toMatchObject({ identityCode: 'USER_NOT_FOUND' });
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'deleted' });
  });
});

describe('the entry', () => {
  it('is given once, and not for a session that was there before', async () => {
    const tab = openTab();
    await tab.signUp({ ...anna, displayName: 'Anna' });
    expect([tab.takeEntry(), tab.takeEntry()]).toEqual(['sign-up', undefined]);

    const later = openTab();
    await later.start();
    expect(later.takeEntry()).toBeUndefined();
    await later.signOut();
    await later.signIn(anna, askForNoCode);
    expect(later.takeEntry()).toBe('sign-in');
  });

  it('signing in again in place: is not given', async () => {
    const tab = await signedInTab();
    tab.takeEntry();
    await tab.signIn(anna, askForNoCode);
    expect(tab.takeEntry()).toBeUndefined();
  });
});
