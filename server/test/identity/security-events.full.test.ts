import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTeam } from '../harness/factories.ts';
import { createEventLog, type LoggedEvent } from '../harness/logged-events.ts';
import { addPasskey, signInWithPasskey } from '../harness/passkey-device.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createPerson,
  createVerifiedPerson,
  document,
  identity,
  identityWith,
  newAddress,
  refresh,
  sendOobCode,
} from '../harness/wire-client.ts';

const signIn = '/v1/accounts:signInWithPassword';

describe('the log of security events', () => {
  let app: TestApp;
  let log: ReturnType<typeof createEventLog>;
  beforeEach(async () => {
    log = createEventLog();
    const env = { RATE_LIMITS: 'on', PAYMENT_PROVIDER: 'sandbox' };
    app = await openSecondApp(await createOwnTestApp({ env }), log.logger);
  });

  const eventsOf = (event: string): LoggedEvent[] =>
    log.events('request refused').filter((one) => one.event === event);

  function expectEvent(event: string, fields: object): void {
    const [first = expect.fail(`no ${event}`)] = eventsOf(event);
    expect(first).toMatchObject({ level: 40, address: '127.0.0.1', ...fields });
    expect(first.reqId).toMatch(/^[0-9a-f-]{36}$/);
    expect(first.route).toMatch(/^\//);
  }

  it('names the account whose password is guessed, and who it is that is locked out', async () => {
    const { uid, email } = await createPerson(app);
    for (const _time of Array(11)) {
      await identity(app, signIn, { email, password: 'a guess' });
    }
    expectEvent('credentials-rejected', { uid, refusal: 'auth/invalid-credential' });
    expectEvent('attempts-limited', { uid, refusal: 'auth/too-many-requests' });
    expect(log.text()).not.toContain(email);
  });

  it('tells of guesses at an address without an account, but not the address', async () => {
    const email = newAddress();
    for (const _time of Array(11)) {
      await identity(app, signIn, { email, password: 'a guess' });
    }
    expect(eventsOf('credentials-rejected')).toHaveLength(10);
    expect(eventsOf('attempts-limited')).toHaveLength(1);
    expect(log.events().some((event) => 'uid' in event)).toBe(false);
    expect(log.text()).not.toContain(email);
  });

  it('names the account whose mailbox gets too many mails', async () => {
    const { uid, email, idToken } = await createPerson(app);
    for (const _time of Array(6)) {
      await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
      await sendOobCode(app, { requestType: 'VERIFY_EMAIL', idToken });
    }
    expect(eventsOf('attempts-limited')).toMatchObject([{ uid }, { uid }]);
    expect(log.text()).not.toContain(email);
  });

  it('tells of a network that guesses codes', async () => {
    for (const _time of Array(101)) {
      await identity(app, '/v1/accounts:resetPassword', { oobCode: 'a-guess' });
    }
    expectEvent('attempts-limited', { refusal: 'auth/reset-limit-exceeded' });
  });

  it('names whoever asks for what is not theirs', async () => {
    const { subscriptionId } = await createTeam(app);
    const stranger = await createVerifiedPerson(app);
    const { idToken, uid } = stranger;
    await document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });
    expectEvent('access-refused', { uid, refusal: 'access/denied' });
    await callable(app, 'getSubscriptionUsers', { data: { subscriptionId }, idToken });
    await identity(app, '/v1/accounts:update', { idToken, disableUser: true });
    expect(eventsOf('access-refused')).toMatchObject([{ uid }, { uid }, { uid }]);
  });

  it('tells of a forged token, which names nobody', async () => {
    const { idToken } = await createPerson(app);
    const [head, , signature] = idToken.split('.');
    const claims = Buffer.from('{"sub":"somebody-else"}').toString('base64url');
    await document(app, 'GET /v1/subscriptions', { idToken: `${head}.${claims}.${signature}` });
    await identity(app, '/v1/accounts:lookup', { idToken: 'forged' });
    await refresh(app, 'forged');
    expect(eventsOf('token-rejected').map(({ refusal, uid }) => ({ refusal, uid }))).toEqual([
      { refusal: 'auth/invalid-id-token', uid: undefined },
      { refusal: 'auth/invalid-id-token', uid: undefined },
      { refusal: 'auth/invalid-refresh-token', uid: undefined },
    ]);
    expect(log.text()).not.toContain('somebody-else');
    expect(log.text()).not.toContain('forged');
  });

  it('names a disabled account that comes back, whichever way it takes', async () => {
    const { uid, email, password, idToken, refreshToken } = await createPerson(app);
    await sql`update accounts set disabled_at = now() where id = ${uid}`.execute(app.db);
    await identity(app, signIn, { email, password });
    await refresh(app, refreshToken);
    await document(app, 'GET /v1/subscriptions', { idToken });
    expect(eventsOf('account-disabled')).toMatchObject([{ uid }, { uid }, { uid }]);
  });

  it('tells of a passkey that somebody has copied', async () => {
    const ada = await createVerifiedPerson(app);
    const passkey = await addPasskey(app, ada);
    await signInWithPasskey(app, passkey);
    await signInWithPasskey(app, passkey, { counter: 1 });
    expectEvent('passkey-copied', { refusal: 'auth/passkey-copied', uid: ada.uid });
  });

  it('tells of a page of another site and of a message that the payment provider did not sign', async () => {
    await identityWith(app, {
      path: signIn,
      body: { email: newAddress(), password: 'x' },
      headers: { 'x-hearth-session': 'cookie', origin: 'https://evil.example' },
    });
    expectEvent('cross-site-refused', { refusal: 'request/cross-site' });
    await app.server.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' });
    expectEvent('webhook-rejected', { route: '/webhooks/stripe' });
  });

  it('has one line for each event, whatever the request says', async () => {
    const line = '\r\n{"level":60,"msg":"forged line"}\r\n';
    await identity(app, signIn, { email: `a${line}@example.com`, password: line });
    await identity(app, signIn, { email: newAddress(), password: line });
    await app.server.inject({
      url: `/v1/subscriptions/${encodeURIComponent(line)}`,
      headers: { authorization: 'Bearer forged', 'x-forwarded-for': '\u2028{"msg":"forged line"}' },
    });
    await document(app, `GET /v1/subscriptions/${encodeURIComponent(line)}`, {
      idToken: (await createPerson(app)).idToken,
    });
    expect(log.events().length).toBeGreaterThan(2);
    expect(log.events('forged line')).toEqual([]);
    expect(log.text()).not.toContain('forged line');
  });
});
