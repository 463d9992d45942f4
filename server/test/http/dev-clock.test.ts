import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMovableClock } from '../../src/platform/movable-clock.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  createPerson,
  expectIdentityRefusal,
  expectRefusal,
  identity,
} from '../harness/wire-client.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('POST /dev/clock', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  function advance(advanceMs: unknown, headers: Record<string, string> = {}) {
    const url = '/dev/clock';
    const host = new URL(app.config.publicUrl).host;
    return app.server.inject({
      method: 'POST',
      url,
      headers: { host, ...headers },
      payload: { advanceMs },
    });
  }

  it('moves all product time: an ID token expires, its session refreshes, then ends', async () => {
    const person = await createPerson(app);
    const refresh = { grant_type: 'refresh_token', refresh_token: person.refreshToken };
    const before = app.clock.now().getTime();

    const answer = await advance(hourMs);
    expect(Date.parse(answer.json().now)).toBeGreaterThanOrEqual(before + hourMs);
    const lookup = await identity(app, '/v1/accounts:lookup', { idToken: person.idToken });
    expectIdentityRefusal(lookup, 'auth/token-expired');
    expect((await identity(app, '/v1/token', refresh)).statusCode).toBe(200);

    await advance(31 * dayMs);
    expectIdentityRefusal(await identity(app, '/v1/token', refresh), 'auth/token-expired');
  });

  it('says the time as JSON, and leaves the address itself to the screen', async () => {
    const read = (url: string) =>
      app.server.inject({ url, headers: { host: 'localhost', accept: 'text/html' } });
    const said = await read('/dev/clock.json');
    expect(Date.parse(said.json().now)).toBeLessThanOrEqual(app.clock.now().getTime());
    expect(said.headers['cache-control']).toBe('no-store');
    const page = await read('/dev/clock');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
  });

  it.each([
    ['GET', '/v1/invites'],
    ['POST', '/functions/us-central1/createInvite'],
    ['POST', '/v1/accounts:lookup'],
    ['GET', '/server/v1/subscriptions/none'],
  ] as const)('is told to pages by every answer of the API: %s %s', async (method, url) => {
    await advance(hourMs);
    const since = app.clock.now().getTime();
    const { headers } = await app.server.inject({ method, url });
    expect(Date.parse(String(headers['x-hearth-time']))).toBeGreaterThanOrEqual(since);
  });

  it('does what is due by then: sessions that nobody can use are gone', async () => {
    const { uid } = await createPerson(app);
    await advance(31 * dayMs);
    const { rows } = await sql`select 1 from sessions where account_id = ${uid}`.execute(app.db);
    expect(rows).toHaveLength(0);
  });

  it('only goes forward, in whole milliseconds', async () => {
    for (const wrong of [-1, 1.5, '1000', null, 1e15]) {
      expectRefusal(await advance(wrong), 'request/invalid');
    }
  });

  it('is not for foreign pages, by origin or by a name that leads here', async () => {
    expectRefusal(await advance(1, { origin: 'https://evil.example' }), 'request/cross-site');
    expectRefusal(await advance(1, { origin: 'null' }), 'request/cross-site');
    expectRefusal(await advance(1, { host: 'rebound.example' }), 'request/cross-site');
    expectRefusal(await advance(1, { 'sec-fetch-site': 'cross-site' }), 'request/cross-site');
  });

  it('does not exist in production', async () => {
    const production = await createOwnTestApp({
      env: {
        HEARTH_MODE: 'production',
        PUBLIC_URL: 'https://hearth.example',
        SMTP_URL: 'smtp://localhost:25',
        MAIL_FROM: 'hearth@hearth.example',
        API_KEY: 'a-key-of-its-own',
        SECRET_KEY: 'a-secret-of-at-least-32-characters',
        TRUST_PROXY: '1',
        RATE_LIMITS: 'on',
      },
    });
    const url = '/dev/clock';
    const answer = await production.server.inject({ method: 'POST', url, payload: {} });
    expect(answer.statusCode).toBe(404);
  });
});

describe('the movable clock', () => {
  it('is shared by all processes on one database and outlives them', async () => {
    const app = await createOwnTestApp({});
    const [one, other] = [await createMovableClock(app.db), await createMovableClock(app.db)];
    await one.advance(dayMs);
    expect(one.now().getTime()).toBeGreaterThanOrEqual(Date.now() + dayMs - 1000);
    await expect.poll(() => other.now().getTime() - Date.now()).toBeGreaterThan(dayMs - 1000);
    const later = await createMovableClock(app.db);
    expect(later.now().getTime()).toBeGreaterThanOrEqual(Date.now() + dayMs - 1000);
    for (const clock of [one, other, later]) {
      clock.close();
    }
  });
});
