import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { strongHashing } from '../../src/modules/identity/index.ts';
import {
  createOwnTestApp,
  openSecondApp,
  type TestApp,
  type TestSettings,
} from '../harness/test-app.ts';
import {
  type Answer,
  createPerson,
  expectIdentityRefusal,
  identityWith,
  newAddress,
  type Person,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';

const path = '/v1/accounts:signInWithPassword';
const minute = 60_000;

type Credentials = Pick<Person, 'email' | 'password'>;

const limitedApp = (env: Record<string, string> = {}, more: TestSettings = {}) =>
  createOwnTestApp({ env: { RATE_LIMITS: 'on', ...env }, ...more });

function attempt(app: TestApp, { email, password }: Credentials, headers = {}): Promise<Answer> {
  return identityWith(app, { path, body: { email, password }, headers });
}

const from = (address: string) => ({ 'x-forwarded-for': address });

/** How many of the guesses were compared at all. */
async function guess(
  app: TestApp,
  email: string,
  { times, headers = {} }: { readonly times: number; readonly headers?: object },
): Promise<number> {
  const body = { email, password: 'a guess' };
  let compared = 0;
  for (let time = 0; time < times; time += 1) {
    const answer = await attempt(app, body, headers);
    expect(answer.statusCode).toBe(400);
    const { message } = answer.json().error;
    expect(['INVALID_LOGIN_CREDENTIALS', 'TOO_MANY_ATTEMPTS_TRY_LATER']).toContain(message);
    compared += message === 'INVALID_LOGIN_CREDENTIALS' ? 1 : 0;
  }
  return compared;
}

/** The rest were told to wait, or that the server is busy. */
function countCompared(answers: readonly Answer[]): number {
  return answers.filter(({ body }) => body.includes('INVALID_LOGIN_CREDENTIALS')).length;
}

describe('a guesser of passwords', () => {
  it('has ten guesses, and then one a minute', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    expect(await guess(app, email, { times: 15 })).toBe(10);
    app.clock.advance(minute);
    expect(await guess(app, email, { times: 5 })).toBe(1);
    app.clock.advance(60 * minute);
    expect(await guess(app, email, { times: 15 })).toBe(10);
  });

  it('learns nothing from being slowed: an unknown address is slowed alike', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    const unknown = newAddress();
    for (const address of [email, unknown]) {
      expect(await guess(app, address, { times: 12 })).toBe(10);
    }
    const [one, other] = await Promise.all(
      [email, unknown].map((address) => attempt(app, { email: address, password: 'x' })),
    );
    expect(one?.body).toBe(other?.body);
    expectIdentityRefusal(one ?? expect.fail(), 'auth/too-many-requests');
  });

  it('is not let in by the right password once it is slowed', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    // Nobody is signed in from here, so nothing tells the guesser from the owner.
    await guess(app, ada.email, { times: 10 });
    expectIdentityRefusal(await attempt(app, ada), 'auth/too-many-requests');
    app.clock.advance(minute);
    expect((await attempt(app, ada)).statusCode).toBe(200);
  });

  it('gains nothing by sending 200 at once', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    const body = { email, password: 'a guess' };
    const answers = await Promise.all(Array.from({ length: 200 }, () => attempt(app, body)));
    expect(countCompared(answers)).toBeLessThanOrEqual(10);
    expect(countCompared([await attempt(app, body)])).toBe(0);
  });

  it('is counted by two processes together', async () => {
    const app = await limitedApp();
    const second = await openSecondApp(app);
    const { email } = await createPerson(app);
    const body = { email, password: 'a guess' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => attempt(index % 2 === 0 ? app : second, body)),
    );
    expect(countCompared(answers)).toBeLessThanOrEqual(10);
    for (const one of [app, second]) {
      expect(countCompared([await attempt(one, body)])).toBe(0);
    }
  });

  it('loses no attempt if the server was too busy to compare', async () => {
    const app = await limitedApp({ TRUST_PROXY: '1' }, { hashing: strongHashing });
    const ada = await createPerson(app);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        index % 30 === 29
          ? attempt(app, ada)
          : attempt(app, { email: newAddress(), password: 'x' }, from(`2001:db8:2:${index}::1`)),
      ),
    );
    const own = answers.filter((_, index) => index % 30 === 29);
    expect(own.filter(({ statusCode }) => statusCode === 503).length).toBeGreaterThan(0);
    expect(await guess(app, ada.email, { times: 12 })).toBe(10);
  });

  it('who tries one password on many accounts is slowed as a network', async () => {
    const app = await limitedApp();
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => attempt(app, { email: newAddress(), password: 'x' })),
    );
    expect(countCompared(answers)).toBeLessThanOrEqual(60);
    const slowed = answers.filter(({ body }) => body.includes('TOO_MANY_ATTEMPTS_TRY_LATER'));
    expect(slowed.length).toBeGreaterThan(5);
  });

  it('is one network with all addresses of its /64', async () => {
    const app = await limitedApp({ TRUST_PROXY: '1' });
    const { email } = await createPerson(app);
    expect(await guess(app, email, { times: 10, headers: from('2001:db8:1:2::1') })).toBe(10);
    expect(await guess(app, email, { times: 1, headers: from('2001:db8:1:2:ffff::7') })).toBe(0);
    expect(await guess(app, email, { times: 1, headers: from('2001:db8:1:3::1') })).toBe(1);
  });

  it('gains nothing by a header that no proxy wrote', async () => {
    const bare = await limitedApp();
    const { email } = await createPerson(bare);
    await guess(bare, email, { times: 10, headers: from('203.0.113.1') });
    expect(await guess(bare, email, { times: 1, headers: from('203.0.113.2') })).toBe(0);

    const proxied = await limitedApp({ TRUST_PROXY: '1' });
    await guess(proxied, email, { times: 10, headers: from('203.0.113.1, 198.51.100.1') });
    expect(
      await guess(proxied, email, { times: 1, headers: from('203.0.113.2, 198.51.100.1') }),
    ).toBe(0);
    expect(
      await guess(proxied, email, { times: 1, headers: from('203.0.113.2, 198.51.100.2') }),
    ).toBe(1);
  });

  it('is not slowed with RATE_LIMITS=off', async () => {
    const app = await createOwnTestApp({});
    const { email } = await createPerson(app);
    expect(await guess(app, email, { times: 30 })).toBe(30);
    const { rows } = await sql`select 1 from rate_limits`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('leaves no address behind in the clear', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    await guess(app, email, { times: 3 });
    const { rows } = await sql<{ all: string }>`
      select string_agg(encode(key_hash, 'escape'), ' ') as all from rate_limits`.execute(app.db);
    expect(rows[0]?.all).not.toBe('');
    expect(rows[0]?.all).not.toContain(email);
    expect(rows[0]?.all).not.toContain('127.0.0.1');
  });
});

describe('the person whose password is guessed', () => {
  const botnet = Array.from({ length: 12 }, (_, index) => from(`198.51.100.${index + 1}`));
  const bot = from('198.51.100.1');

  it('signs in from another network, however long one network goes on', async () => {
    const app = await limitedApp({ TRUST_PROXY: '1' });
    const ada = await createPerson(app);
    expect(await guess(app, ada.email, { times: 200, headers: bot })).toBe(10);
    for (let step = 0; step < 20; step += 1) {
      app.clock.advance(5 * minute);
      await guess(app, ada.email, { times: 10, headers: bot });
    }
    expect((await attempt(app, ada, from('203.0.113.9'))).statusCode).toBe(200);
  });

  it('signs in from another network, however many networks of one IPv6 /48 guess', async () => {
    const app = await limitedApp({ TRUST_PROXY: '1' });
    const ada = await createPerson(app);
    let compared = 0;
    for (let index = 0; index < 20; index += 1) {
      const headers = from(`2001:db8:7:${index}::1`);
      compared += await guess(app, ada.email, { times: 10, headers });
    }
    expect(compared).toBe(30);
    expect((await attempt(app, ada, from('2001:db8:8::1'))).statusCode).toBe(200);
  });

  it('signs in from another /64 of the /48 from one /64 of which guesses come', async () => {
    const app = await limitedApp({ TRUST_PROXY: '1' });
    const ada = await createPerson(app);
    const headers = from('2001:db8:7:1::1');
    for (let step = 0; step < 30; step += 1) {
      await guess(app, ada.email, { times: 12, headers });
      app.clock.advance(minute);
    }
    expect((await attempt(app, ada, from('2001:db8:7:2::1'))).statusCode).toBe(200);
  });

  it('signs in where a session lives, while guesses come from everywhere', async () => {
    const app = await limitedApp({ TRUST_PROXY: '1' });
    const ada = await createPerson(app);
    const home = from('203.0.113.9');
    await attempt(app, ada, home);
    let compared = 0;
    for (const headers of botnet) {
      compared += await guess(app, ada.email, { times: 10, headers });
    }
    expect(compared).toBe(100);

    for (const _time of Array(20)) {
      expect((await attempt(app, ada, home)).statusCode).toBe(200);
    }
    const abroad = await attempt(app, ada, from('192.0.2.1'));
    expectIdentityRefusal(abroad, 'auth/too-many-requests');
  });

  it('gets an attempt back with each success', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    await guess(app, ada.email, { times: 9 });
    for (const _time of Array(30)) {
      await signIn(app, ada);
    }
    expect(await guess(app, ada.email, { times: 3 })).toBe(1);
  });

  it('can still reset the password', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    await guess(app, email, { times: 20 });
    const answer = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    expect(answer.statusCode).toBe(200);
  });
});
