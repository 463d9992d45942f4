import { getSubscription, update, updateSubscription } from '@hearth/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askForNoCode,
  createFakeIdentityServer,
  createFakeTabs,
} from '../../../test/fake-identity-server.ts';
import { testConfig } from '../../../test/test-config.ts';
import { ApiError, createApi } from '../api/index.ts';
import { createSessionClient } from './index.ts';
import type { TabMessage } from './tab-channel.ts';

const bob = { email: 'bob@x.example', password: 'secret' };

let server = createFakeIdentityServer();
/** Documents and callables; each call is recorded with its bearer token. */
const documents = vi.fn<(token: string | null) => Response | Promise<Response>>();

async function signedInTab() {
  server.cookie = 'anna';
  const tab = createSessionClient({
    config: testConfig,
    fetch: server.fetch,
    broadcast: createFakeTabs<TabMessage>()(),
  });
  await tab.start();
  server.calls = [];
  const network: typeof fetch = async (_, init) =>
    documents(new Headers(init?.headers).get('authorization'));
  const api = createApi({ apiKey: 'k', region: 'r', fetch: network, session: tab });
  return { tab, read: () => api.call(getSubscription, { subscriptionId: 's' }) };
}

function refuse(code: string) {
  const body = { error: { status: 'UNAUTHENTICATED', message: 'x', details: { code } } };
  return Response.json(body, { status: 401 });
}

beforeEach(() => {
  server = createFakeIdentityServer();
  documents.mockReset();
});

describe('a call whose ID token is refused while the session lives', () => {
  it.each(['auth/token-expired', 'auth/invalid-id-token', 'auth/unauthenticated'])(
    'is made again with a new token: %s',
    async (code) => {
      const { tab, read } = await signedInTab();
      documents.mockImplementation((token) =>
        token === 'Bearer token-1-anna' ? refuse(code) : Response.json({ id: 's' }),
      );
      expect(await read()).toEqual({ id: 's' });
      expect(documents.mock.calls).toEqual([['Bearer token-1-anna'], ['Bearer token-2-anna']]);
      expect(server.calls).toEqual(['token']);
      expect(tab.state().status).toBe('signed-in');
    },
  );

  it('sends what it sent before, whatever the dialect', async () => {
    const { tab } = await signedInTab();
    const bodies: unknown[] = [];
    const network: typeof fetch = async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return bodies.length % 2 ? refuse('auth/token-expired') : Response.json({});
    };
    const api = createApi({ apiKey: 'k', region: 'r', fetch: network, session: tab });
    await api.call(update, { displayName: 'A' });
    await api.call(updateSubscription, { subscriptionId: 's', settings: { name: 'N' } });
    expect(bodies).toEqual([
      { displayName: 'A', idToken: 'token-1-anna' },
      { displayName: 'A', idToken: 'token-2-anna' },
      { settings: { name: 'N' } },
      { settings: { name: 'N' } },
    ]);
  });

  it('asks for one new token, however many calls meet the refusal', async () => {
    const { read } = await signedInTab();
    documents.mockImplementation((token) =>
      token === 'Bearer token-1-anna' ? refuse('auth/token-expired') : Response.json({ id: 's' }),
    );
    await Promise.all([read(), read(), read()]);
    expect(server.count('token')).toBe(1);
  });

  it('signs the person out when the new token is refused as well', async () => {
    const { tab, read } = await signedInTab();
    documents.mockImplementation(() => refuse('auth/token-expired'));
    await expect(read()).rejects.toMatchObject({ refusal: 'auth/token-expired' });
    expect(documents).toHaveBeenCalledTimes(2);
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'ended' });
  });

  it('keeps the person signed in when the new token cannot be had now', async () => {
    const { tab, read } = await signedInTab();
    documents.mockImplementation(() => {
      server.trouble = 'network';
      return refuse('auth/token-expired');
    });
    await expect(read()).rejects.toMatchObject({ refusal: 'auth/token-expired' });
    expect(tab.state().status).toBe('signed-in');
  });
});

describe('a call whose session is over', () => {
  it('signs the person out when the cookie is refused too', async () => {
    const { tab, read } = await signedInTab();
    documents.mockImplementation(() => {
      server.trouble = 'TOKEN_EXPIRED';
      return refuse('auth/token-expired');
    });
    await expect(read()).rejects.toBeInstanceOf(ApiError);
    expect(documents).toHaveBeenCalledOnce();
    expect(tab.state()).toEqual({ status: 'signed-out', reason: 'ended' });
  });

  it.each([
    ['auth/user-disabled', 'disabled'],
    ['auth/account-deleted', 'deleted'],
  ])('signs the person out immediately on %s, for the reason %s', async (code, reason) => {
    const { tab, read } = await signedInTab();
    documents.mockImplementation(() => refuse(code));
    await expect(read()).rejects.toMatchObject({ refusal: code });
    expect(documents).toHaveBeenCalledOnce();
    expect(server.count('token')).toBe(0);
    expect(tab.state()).toEqual({ status: 'signed-out', reason });
  });

  it.each(['auth/token-expired', 'auth/user-disabled'])(
    'says nothing about the session of somebody else that began after it: %s',
    async (code) => {
      const { tab, read } = await signedInTab();
      documents.mockImplementation(async () => {
        await tab.signIn(bob, askForNoCode);
        return refuse(code);
      });
      await expect(read()).rejects.toMatchObject({ refusal: code });
      expect(documents).toHaveBeenCalledOnce();
      expect(tab.state().account?.uid).toBe('bob');
    },
  );
});

it('another refusal: not sent twice', async () => {
  const { tab, read } = await signedInTab();
  const denied = { error: { status: 'PERMISSION_DENIED', details: { code: 'access/denied' } } };
  documents.mockImplementation(() => Response.json(denied, { status: 403 }));
  await expect(read()).rejects.toMatchObject({ refusal: 'access/denied' });
  expect(documents).toHaveBeenCalledOnce();
  expect(tab.state().status).toBe('signed-in');
});
