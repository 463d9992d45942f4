import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { cookieIdentity, document, identity, newAddress } from '../../harness/wire-client.ts';

const path = '/v1/accounts:getSessionEnd';
const password = 'correct horse';

describe('getSessionEnd', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function signUpOnTwoDevices() {
    const email = newAddress();
    const here = (await identity(app, '/v1/accounts:signUp', { email, password })).json();
    const there = (
      await identity(app, '/v1/accounts:signInWithPassword', { email, password })
    ).json();
    return { email, here, there };
  }

  const ask = async (refreshToken?: string) => (await identity(app, path, { refreshToken })).json();
  const kind = 'hearth#GetSessionEndResponse';

  it('password changed on another device: says so, and when', async () => {
    const { here, there } = await signUpOnTwoDevices();
    const before = app.clock.now();
    await identity(app, '/v1/accounts:update', { idToken: here.idToken, password: 'another one' });
    const end = await ask(there.refreshToken);
    expect(end).toMatchObject({ kind, reason: 'password-changed' });
    expect(Date.parse(end.ended_at)).toBeGreaterThanOrEqual(before.getTime());
  });

  it('ended from the list on another device: says so', async () => {
    const { here, there } = await signUpOnTwoDevices();
    await document(app, 'DELETE /v1/sessions', { idToken: here.idToken });
    expect(await ask(there.refreshToken)).toMatchObject({ reason: 'ended-elsewhere' });
  });

  it('session that lives, one that this device ended, no token: knows no reason', async () => {
    const { here, there } = await signUpOnTwoDevices();
    const nothing = { kind, reason: null, ended_at: null };
    expect(await ask(here.refreshToken)).toEqual(nothing);
    await identity(app, '/v1/accounts:signOut', { refreshToken: there.refreshToken });
    expect(await ask(there.refreshToken)).toEqual(nothing);
    expect(await ask()).toEqual(nothing);
  });

  it('cookie session: the cookie is asked about, and stays', async () => {
    const email = newAddress();
    const opened = await cookieIdentity(app, {
      path: '/v1/accounts:signUp',
      body: { email, password },
    });
    const cookie = opened.cookies.map((one) => `${one.name}=${one.value}`).join('; ');
    const { idToken } = (
      await identity(app, '/v1/accounts:signInWithPassword', { email, password })
    ).json();
    await identity(app, '/v1/accounts:update', { idToken, password: 'another one' });
    const answer = await cookieIdentity(app, { path, body: {}, cookie });
    expect(answer.json()).toMatchObject({ reason: 'password-changed' });
    expect(answer.cookies).toEqual([]);
  });
});
