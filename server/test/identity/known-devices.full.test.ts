import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  changeEmail,
  cookieIdentity,
  createPerson,
  createVerifiedPerson,
  expectIdentityRefusal,
  identity,
  identityWith,
  mailedCode,
  newAddress,
  type Person,
  receivedCode,
} from '../harness/wire-client.ts';

const name = 'hearth-device';
const path = '/v1/accounts:signInWithPassword';
const minute = 60_000;

const limitedApp = (env: Record<string, string> = {}) =>
  createOwnTestApp({ env: { RATE_LIMITS: 'on', ...env } });

type Credentials = Pick<Person, 'email' | 'password'>;

const from = (address: string) => ({ 'x-forwarded-for': address });

/** A browser that keeps the device cookie, and no session. */
interface Browser {
  marks: string;
}

function keepMarks(browser: Browser, answer: Answer): void {
  browser.marks = answer.cookies.find((cookie) => cookie.name === name)?.value ?? browser.marks;
}

async function ask(app: TestApp, browser: Browser, request: { path: string; body: object }) {
  const cookie = browser.marks === '' ? '' : `${name}=${browser.marks}`;
  const answer = await cookieIdentity(app, { ...request, cookie });
  keepMarks(browser, answer);
  return answer;
}

const signIn = (app: TestApp, browser: Browser, { email, password }: Credentials) =>
  ask(app, browser, { path, body: { email, password } });

/** Signs in as a stranger or with the marks, until the attempts are used up. */
async function exhaust(app: TestApp, email: string, headers: Record<string, string> = {}) {
  for (const _time of Array(10)) {
    await identityWith(app, { path, body: { email, password: 'a guess' }, headers });
  }
}

async function expectKnown(app: TestApp, browser: Browser, credentials: Credentials) {
  await exhaust(app, credentials.email);
  const answer = await signIn(app, browser, credentials);
  expect(answer.statusCode, answer.body).toBe(200);
}

async function expectStranger(app: TestApp, browser: Browser, credentials: Credentials) {
  await exhaust(app, credentials.email);
  expectIdentityRefusal(await signIn(app, browser, credentials), 'auth/too-many-requests');
}

async function countDevices(app: TestApp, uid: string): Promise<number> {
  const { rows } = await sql`select 1 from known_devices where account_id = ${uid}`.execute(app.db);
  return rows.length;
}

describe('a device on which the person signed in before', () => {
  it('signs in while its own network guesses', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    const laptop = { marks: '' };
    await signIn(app, laptop, ada);
    await expectStranger(app, { marks: '' }, ada);
    await expectKnown(app, laptop, ada);
    await expectStranger(app, { marks: 'A'.repeat(43) }, ada);
  });

  it('has a mark that is random, in a cookie that no script reads, hashed in the database', async () => {
    const app = await limitedApp();
    const body = { email: newAddress(), password: 'correct horse' };
    const answers = [
      await cookieIdentity(app, { path: '/v1/accounts:signUp', body }),
      await cookieIdentity(app, { path, body }),
    ];
    const cookies = answers.map((answer) => answer.cookies.find((one) => one.name === name));
    for (const [index, answer] of answers.entries()) {
      const cookie = cookies[index];
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
      expect(answer.body).not.toContain(cookie?.value);
      expect(answer.json()).not.toHaveProperty('deviceMark');
    }
    expect(cookies[0]?.value).not.toBe(cookies[1]?.value);
    const { rows } = await sql<{ row: string }>`
      select row_to_json(known_devices)::text as row from known_devices`.execute(app.db);
    expect(rows).toHaveLength(2);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(cookies[0]?.value ?? 'none');
  });

  it('keeps its mark from one sign-in to the next, and has another for each account', async () => {
    const app = await limitedApp();
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const browser = { marks: '' };
    await signIn(app, browser, ada);
    const first = browser.marks;
    await signIn(app, browser, ada);
    expect(browser.marks).toBe(first);
    await signIn(app, browser, grace);
    const [newest, older] = browser.marks.split('.');
    expect(older).toBe(first);
    expect(newest).not.toBe(first);
    expect([await countDevices(app, ada.uid), await countDevices(app, grace.uid)]).toEqual([1, 1]);
    await expectStranger(app, { marks: newest ?? '' }, ada);
    await expectKnown(app, browser, ada);
    expect(browser.marks).toBe(`${first}.${newest}`);
  });

  it('is not locked out by somebody else who holds a mark of the account', async () => {
    const app = await limitedApp({ TRUST_PROXY: '1' });
    const ada = await createPerson(app);
    const [mine, stolen] = [{ marks: '' }, { marks: '' }];
    await signIn(app, mine, ada);
    await signIn(app, stolen, ada);
    for (const _time of Array(3)) {
      await exhaust(app, ada.email, { cookie: `${name}=${stolen.marks}`, ...from('198.51.100.1') });
    }
    const cookie = `${name}=${mine.marks}`;
    const body = { email: ada.email, password: ada.password };
    const headers = { cookie, ...from('198.51.100.1') };
    expect((await identityWith(app, { path, body, headers })).statusCode).toBe(200);
  });

  it('is asked like a stranger once its own attempts are used up', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    const laptop = { marks: '' };
    await signIn(app, laptop, ada);
    await exhaust(app, ada.email, { cookie: `${name}=${laptop.marks}` });
    expect((await signIn(app, laptop, ada)).statusCode).toBe(200);
    await exhaust(app, ada.email, { cookie: `${name}=${laptop.marks}` });
    expectIdentityRefusal(await signIn(app, laptop, ada), 'auth/too-many-requests');
    app.clock.advance(minute);
    expect((await signIn(app, laptop, ada)).statusCode).toBe(200);
  });

  it('is one of the ten last used; a year without use makes it a stranger', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    const devices = Array.from({ length: 12 }, () => ({ marks: '' }));
    for (const device of devices) {
      await signIn(app, device, ada);
      app.clock.advance(minute);
    }
    expect(await countDevices(app, ada.uid)).toBe(10);
    const [oldest = { marks: '' }] = devices;
    await expectStranger(app, oldest, ada);
    await expectKnown(app, devices[2] ?? oldest, ada);

    app.clock.advance(300 * 24 * 60 * minute);
    expect((await signIn(app, devices[3] ?? oldest, ada)).statusCode).toBe(200);
    app.clock.advance(100 * 24 * 60 * minute);
    await app.app.runDue();
    expect(await countDevices(app, ada.uid)).toBe(1);
  });
});

describe('marks of devices are dropped', () => {
  it('by a reset, whose browser is marked anew', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    const [laptop, stranger] = [{ marks: '' }, { marks: '' }];
    await signIn(app, laptop, ada);
    await exhaust(app, ada.email);
    expectIdentityRefusal(await signIn(app, stranger, ada), 'auth/too-many-requests');

    const request = { requestType: 'PASSWORD_RESET', email: ada.email };
    const oobCode = await mailedCode(app, request, ada.email);
    const password = 'another horse';
    const body = { oobCode, newPassword: password };
    const reset = await ask(app, stranger, { path: '/v1/accounts:resetPassword', body });
    expect(reset.statusCode, reset.body).toBe(200);
    expect(reset.json()).not.toHaveProperty('deviceMark');
    expect(reset.cookies.map((cookie) => cookie.name)).toEqual([name]);

    await expectKnown(app, stranger, { ...ada, password });
    await expectStranger(app, laptop, { ...ada, password });
    expect(await countDevices(app, ada.uid)).toBe(1);
  });

  it('by a reset in a program, which is given no mark', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    const laptop = { marks: '' };
    await signIn(app, laptop, ada);
    const request = { requestType: 'PASSWORD_RESET', email: ada.email };
    const oobCode = await mailedCode(app, request, ada.email);
    const body = { oobCode, newPassword: 'another horse' };
    const reset = await identity(app, '/v1/accounts:resetPassword', body);
    expect(Object.keys(reset.json()).sort()).toEqual(['email', 'kind', 'requestType']);
    expect(reset.cookies).toEqual([]);
    expect(await countDevices(app, ada.uid)).toBe(0);
  });

  it('not by a look at the code, which marks nothing', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    const [laptop, stranger] = [{ marks: '' }, { marks: '' }];
    await signIn(app, laptop, ada);
    const request = { requestType: 'PASSWORD_RESET', email: ada.email };
    const oobCode = await mailedCode(app, request, ada.email);
    const body = { oobCode };
    const look = await ask(app, stranger, { path: '/v1/accounts:resetPassword', body });
    expect(look.statusCode).toBe(200);
    expect(look.cookies).toEqual([]);
    expect(await countDevices(app, ada.uid)).toBe(1);
  });

  it('by the recovery of an address', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    await signIn(app, { marks: '' }, ada);
    await changeEmail(app, ada);
    expect(await countDevices(app, ada.uid)).toBe(1);
    const oobCode = await receivedCode(app, ada.email, 'recover-email');
    await identity(app, '/v1/accounts:update', { oobCode });
    expect(await countDevices(app, ada.uid)).toBe(0);
  });

  it('by the take-over of an unproven account: whoever made it keeps no mark', async () => {
    const app = await limitedApp();
    const squatter = await createPerson(app);
    await signIn(app, { marks: '' }, squatter);
    const claims = { sub: newAddress(), email: squatter.email, email_verified: true };
    const idToken = JSON.stringify({ ...claims, hd: 'example.com' });
    const postBody = new URLSearchParams({ providerId: 'google.com', id_token: idToken });
    const body = { postBody: postBody.toString(), requestUri: 'http://localhost' };
    const owner = { marks: '' };
    const answer = await ask(app, owner, { path: '/v1/accounts:signInWithIdp', body });
    expect(answer.json()).toMatchObject({ localId: squatter.uid });
    expect(owner.marks).not.toBe('');
    expect(await countDevices(app, squatter.uid)).toBe(1);
  });

  it('by a change of the password, but for the device that changes it', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    const [laptop, phone] = [{ marks: '' }, { marks: '' }];
    await signIn(app, phone, ada);
    const { idToken } = (await signIn(app, laptop, ada)).json();
    const password = 'another horse';
    await ask(app, laptop, { path: '/v1/accounts:update', body: { idToken, password } });
    expect(await countDevices(app, ada.uid)).toBe(1);
    await expectKnown(app, laptop, { ...ada, password });
    await expectStranger(app, phone, { ...ada, password });
  });

  it('with the account', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    const { idToken } = (await signIn(app, { marks: '' }, ada)).json();
    await identity(app, '/v1/accounts:delete', { idToken });
    expect(await countDevices(app, ada.uid)).toBe(0);
  });
});

it('costs a known address and an unknown one the same statements', async () => {
  const app = await limitedApp();
  const ada = await createPerson(app);
  const laptop = { marks: '' };
  await signIn(app, laptop, ada);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => queries.mockRestore());
  const names: unknown[][] = [];
  for (const email of [ada.email, newAddress()]) {
    queries.mockClear();
    const answer = await signIn(app, laptop, { email, password: 'a guess' });
    expectIdentityRefusal(answer, 'auth/invalid-credential');
    names.push(queries.mock.calls.map(([query]) => (query as { name?: unknown }).name));
  }
  expect(names).toEqual([['account-for-sign-in-3'], ['account-for-sign-in-3']]);
});
