import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabaseClock } from '../../src/platform/movable-clock.ts';
import { createRateLimits } from '../../src/platform/rate-limits.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import { createPerson, mailedCode, refresh, resetPassword } from '../harness/wire-client.ts';

const dayMs = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

describe('the clock of a process', () => {
  it('that is 20 days ahead: product time stays the database’s, and the skew is known', async () => {
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 20 * dayMs);
    const clock = await createDatabaseClock(app.db);
    expect(Math.abs(clock.now().getTime() - real())).toBeLessThan(60_000);
    expect(Math.round(clock.skewMs() / dayMs)).toBe(20);
    clock.close();
  });
});

describe('a bucket that a clock 20 days ahead has emptied', () => {
  const bucket = { key: 'somebody', burst: 5, everyMs: 60_000 };

  it('is open again once the clock is right, and counts as before', async () => {
    let offsetMs = 20 * dayMs;
    const limits = createRateLimits({ now: () => new Date(Date.now() + offsetMs) });
    const take = () => limits.take(app.db, [bucket]);
    for (const _time of Array(5)) {
      expect(await take()).toBe(true);
    }
    expect(await take()).toBe(false);
    offsetMs = 0;
    for (const _time of Array(5)) {
      expect(await take()).toBe(true);
    }
    expect(await take()).toBe(false);
  });

  it('is not opened by a process that is some seconds behind', async () => {
    const key = 'somebody else';
    const of = (offsetMs: number) =>
      createRateLimits({ now: () => new Date(Date.now() + offsetMs) });
    const take = (offsetMs: number) => of(offsetMs).take(app.db, [{ ...bucket, key }]);
    const taken: boolean[] = [];
    for (const _time of Array(10)) {
      taken.push(await take(5_000), await take(0));
    }
    expect(taken.filter(Boolean)).toHaveLength(5);
  });
});

describe('rows of limits', () => {
  it('of 100,000 guesses are gone with the next minute’s work', async () => {
    const limits = createRateLimits({ now: () => new Date() });
    await sql`insert into rate_limits (key_hash, full_at, room_ms)
      select sha256(n::text::bytea), now() + (n % 10 - 5) * interval '1 minute', 600000
      from generate_series(1, 100000) n`.execute(app.db);
    await limits.sweep(app.db);
    const { rows } = await sql<{ left: number; full: number }>`
      select count(*)::int as left, count(*) filter (where full_at < now() - interval '1 second')::int as full
      from rate_limits`.execute(app.db);
    expect(rows[0]?.full).toBe(0);
    expect(rows[0]?.left).toBeGreaterThanOrEqual(40_000);
  });
});

describe('while clocks contradict each other', () => {
  it('sessions, mailed codes and events that seem to be over stay', async () => {
    const own = await createOwnTestApp({});
    const person = await createPerson(own);
    const request = { requestType: 'PASSWORD_RESET', email: person.email };
    const oobCode = await mailedCode(own, request, person.email);
    const isTrusted = vi.fn(() => false);
    Object.assign(own.clock, { isTrusted });
    const leap = async () => {
      own.clock.advance(400 * dayMs);
      await own.app.runDue();
      own.clock.advance(-400 * dayMs);
      const { rows } = await sql`select 1 from events limit 1`.execute(own.db);
      return {
        session: (await refresh(own, person.refreshToken)).statusCode,
        code: (await resetPassword(own, { oobCode })).statusCode,
        events: rows.length,
      };
    };
    expect(await leap()).toEqual({ session: 200, code: 200, events: 1 });
    isTrusted.mockReturnValue(true);
    expect(await leap()).toEqual({ session: 400, code: 400, events: 0 });
  });
});
