import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askForNoCode,
  createFakeIdentityServer,
  createFakeTabs,
} from '../../../test/fake-identity-server.ts';
import { testConfig } from '../../../test/test-config.ts';
import { createSessionClient } from './index.ts';
import type { TabMessage } from './tab-channel.ts';

const minuteMs = 60_000;
const anna = { email: 'anna@x.example', password: 'secret' };

let server = createFakeIdentityServer();
let newTab = createFakeTabs<TabMessage>();

function openTab() {
  return createSessionClient({
    config: testConfig,
    fetch: server.fetch,
    broadcast: newTab(),
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
});

afterEach(() => {
  vi.useRealTimers();
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

  it('several callers at a time: renewed once', async () => {
    const tab = await signedInTab();
    vi.setSystemTime(Date.now() + 60 * minuteMs);
    const tokens = await Promise.all([tab.idToken(), tab.idToken(), tab.idToken()]);
    expect(new Set(tokens).size).toBe(1);
    expect(server.count('token')).toBe(1);
  });

  it('lives from its receipt, whatever the look-up after it takes', async () => {
    const tab = openTab();
    const answer = server.fetch.getMockImplementation();
    server.fetch.mockImplementation(async (url, init) => {
      if (String(url).includes('accounts:lookup')) {
        vi.setSystemTime(Date.now() + minuteMs);
      }
      return answer?.(url, init) ?? fetch(url, init);
    });
    await tab.signIn(anna, askForNoCode);
    const first = await tab.idToken();
    vi.setSystemTime(Date.now() + 59 * minuteMs - 30_001);
    expect(await tab.idToken()).toBe(first);
    vi.setSystemTime(Date.now() + 1);
    expect(await tab.idToken()).not.toBe(first);
  });

  it.each([-2, 2])('never looks at its own times: the server is %d days off', async (days) => {
    const claims = btoa(JSON.stringify({ exp: Date.now() / 1000 + days * 24 * 60 * 60 }));
    server.tokenOf = (uid, serial) => `${claims}.${serial}-${uid}`;
    const tab = await signedInTab();
    const first = await tab.idToken();
    vi.setSystemTime(Date.now() + 59 * minuteMs);
    expect(await tab.idToken()).toBe(first);
    vi.setSystemTime(Date.now() + minuteMs);
    expect(await tab.idToken()).not.toBe(first);
    expect(server.count('token')).toBe(1);
  });

  it('is given up after 30 s without an answer, and asked for again 30 s later', async () => {
    const tab = await signedInTab();
    server.trouble = 'silence';
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    server.trouble = undefined;
    await vi.advanceTimersByTimeAsync(59_999);
    expect(server.count('token')).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.count('token')).toBe(2);
    expect(tab.state().status).toBe('signed-in');
  });

  it('is given up after 5 s offline, and the person stays signed in', async () => {
    const tab = await signedInTab();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.setSystemTime(Date.now() + 60 * minuteMs);
    server.trouble = 'silence';
    const failed = vi.fn();
    void tab.idToken().catch(failed);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed.mock.lastCall?.[0]).toMatchObject({ code: 'network-request-failed' });
    expect(tab.state().status).toBe('signed-in');
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

  it.each([
    ['USER_DISABLED', 'disabled'],
    ['TOKEN_EXPIRED', 'ended'],
    ['USER_NOT_FOUND', 'deleted'],
    ['INVALID_REFRESH_TOKEN', 'ended'],
  ])('signs the person out when renewal meets %s, for the reason %s', async (trouble, reason) => {
    const tab = await signedInTab();
    server.trouble = trouble;
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    expect(tab.state()).toEqual({ status: 'signed-out', reason });
    await vi.advanceTimersByTimeAsync(120 * minuteMs);
    expect(server.count('token')).toBe(1);
  });

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
