import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askForNoCode,
  createFakeIdentityServer,
  createFakeTabs,
} from '../../../test/fake-identity-server.ts';
import { testConfig } from '../../../test/test-config.ts';
import { createSessionClient } from './index.ts';
import type { TabMessage } from './tab-channel.ts';

const anna = { email: 'anna@x.example', password: 'secret' };

let server = createFakeIdentityServer();
let newTab = createFakeTabs<TabMessage>();

async function signedInTab() {
  server.cookie = 'anna';
  const tab = createSessionClient({ config: testConfig, fetch: server.fetch, broadcast: newTab() });
  await tab.start();
  server.calls = [];
  return tab;
}

/** Holds the look-up back, or loses it. */
function meanwhile(lookup: () => Promise<Response>) {
  const answer = server.fetch.getMockImplementation();
  server.fetch.mockImplementation((url, init) =>
    String(url).includes('accounts:lookup') ? lookup() : (answer?.(url, init) ?? fetch(url, init)),
  );
}

beforeEach(() => {
  server = createFakeIdentityServer();
  newTab = createFakeTabs();
});

describe('signing in again in place', () => {
  it('never leaves the signed-in state, not even when the look-up after it is lost', async () => {
    const tab = await signedInTab();
    const states: string[] = [];
    tab.subscribe(() => states.push(tab.state().status));
    meanwhile(() => Promise.reject(new TypeError('lost')));
    await tab.signIn(anna, askForNoCode);
    expect(states).toEqual([]);
    expect(tab.state().account?.uid).toBe('anna');
    expect(await tab.idToken()).toBe('token-2-anna');
  });

  it('uses the new token immediately, since the old session has ended', async () => {
    const tab = await signedInTab();
    meanwhile(() => new Promise(() => undefined));
    void tab.signIn(anna, askForNoCode);
    await vi.waitFor(async () => expect(await tab.idToken()).toBe('token-2-anna'));
  });
});

describe('tokens that another call answered', () => {
  const answer = { localId: 'anna', idToken: 'fresh', expiresIn: '3600' };

  it('are used from then on, and make the other tabs renew theirs', async () => {
    const tab = await signedInTab();
    const other = await signedInTab();
    tab.takeOver(answer);
    expect(await tab.idToken()).toBe('fresh');
    await vi.waitFor(() => expect(server.count('token')).toBe(1));
    expect(await other.idToken()).toMatch(/^token-\d+-anna$/);
  });

  it('another person signed in meanwhile: are ignored', async () => {
    const tab = await signedInTab();
    tab.takeOver({ ...answer, localId: 'bob' });
    expect(await tab.idToken()).toBe('token-1-anna');
  });
});
