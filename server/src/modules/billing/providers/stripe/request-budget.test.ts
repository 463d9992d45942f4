import Stripe from 'stripe';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inBackground } from '../../port/background-work.ts';
import { createRequestBudget, type RequestBudget, withinBudget } from './request-budget.ts';

type Answer = Awaited<ReturnType<ReturnType<typeof Stripe.createNodeHttpClient>['makeRequest']>>;

const longMs = 60_000;

/** A clock whose timers fire when it is moved. */
function createFakeClock() {
  let nowMs = 0;
  const timers: { readonly at: number; readonly fire: () => void }[] = [];
  return {
    now: () => nowMs,
    wait: (ms: number) =>
      new Promise<void>((fire) => {
        timers.push({ at: nowMs + ms, fire });
      }),
    async advance(ms: number) {
      for (const end = nowMs + ms; nowMs < end; nowMs += 1) {
        await fireDue(timers, nowMs);
      }
      await fireDue(timers, nowMs);
    },
  };
}

async function fireDue(timers: { readonly at: number; readonly fire: () => void }[], now: number) {
  for (const timer of timers.filter(({ at }) => at <= now)) {
    timers.splice(timers.indexOf(timer), 1);
    timer.fire();
  }
  // A waiting request that was woken may wait again.
  await new Promise(setImmediate);
}

/** Counts the requests that got a turn. */
function createQueue(budget: RequestBudget) {
  const turns: string[] = [];
  const take = async (who: string) => {
    if (await budget.take(longMs)) {
      turns.push(who);
    }
  };
  return {
    turns,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => take('person'))),
    jobs: (count: number) =>
      Promise.all(Array.from({ length: count }, () => inBackground(() => take('job')))),
  };
}

describe('the budget of requests', () => {
  it('sends its number of requests each second, and the rest in the seconds after', async () => {
    const clock = createFakeClock();
    const { turns, people } = createQueue(createRequestBudget({ perSecond: 20, ...clock }));
    const all = people(60);
    await clock.advance(0);
    expect(turns).toHaveLength(20);
    await clock.advance(1_000);
    expect(turns).toHaveLength(40);
    await clock.advance(1_000);
    expect(turns).toHaveLength(60);
    await all;
  });

  it('keeps half of it for people while jobs wait', async () => {
    const clock = createFakeClock();
    const { turns, people, jobs } = createQueue(createRequestBudget({ perSecond: 20, ...clock }));
    const background = jobs(40);
    await clock.advance(0);
    expect(turns).toHaveLength(10);

    const others = people(10);
    await clock.advance(0);
    expect(turns.filter((who) => who === 'person')).toHaveLength(10);
    await clock.advance(400);
    expect(turns.filter((who) => who === 'job')).toHaveLength(10);
    await clock.advance(2_000);
    expect(turns.filter((who) => who === 'job')).toHaveLength(40);
    await Promise.all([background, others]);
  });

  it('answers false where no turn comes in time', async () => {
    const clock = createFakeClock();
    const budget = createRequestBudget({ perSecond: 2, ...clock });
    expect(await budget.take(0)).toBe(true);
    expect(await budget.take(0)).toBe(true);
    expect(await budget.take(499)).toBe(false);
    const next = budget.take(500);
    await clock.advance(500);
    expect(await next).toBe(true);
  });
});

/** Answers the given statuses one after the other. */
function createClient(statuses: readonly number[], budget?: RequestBudget) {
  const keys: unknown[] = [];
  const inner = Stripe.createNodeHttpClient();
  inner.makeRequest = async (...request) => {
    keys.push(request[4]);
    const status = statuses[keys.length - 1] ?? 200;
    // The client reads no other part of the answer.
    return { getStatusCode: () => status, toJSON: async () => ({}) } as unknown as Answer;
  };
  const client = withinBudget(inner, budget);
  const headers = { 'Idempotency-Key': 'key' };
  const send = async (timeoutMs: number) => {
    const request = ['localhost', '1', '/', 'POST', headers, '', 'http', timeoutMs] as const;
    return (await client.makeRequest(...request)).getStatusCode();
  };
  return { keys, send };
}

describe('a request that Stripe refuses as too much', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is sent again under the same key', async () => {
    const { keys, send } = createClient([429, 200]);
    expect(await send(5_000)).toBe(200);
    expect(keys).toEqual([{ 'Idempotency-Key': 'key' }, { 'Idempotency-Key': 'key' }]);
  });

  it('is given up in the time that it was given', async () => {
    const { keys, send } = createClient([429, 429, 429]);
    expect(await send(200)).toBe(429);
    expect(keys).toHaveLength(1);
  });

  it('is not sent again when the pause leaves it less time than it took itself', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    const { keys, send } = createClient([429, 200]);
    expect(await send(900)).toBe(429);
    expect(keys).toHaveLength(1);
  });

  it('takes a turn of the budget each time, and times out where none is left', async () => {
    let turns = 2;
    const budget = {
      take: async () => {
        turns -= 1;
        return turns >= 0;
      },
    };
    const { keys, send } = createClient([429, 200], budget);
    expect(await send(5_000)).toBe(200);
    await expect(send(5_000)).rejects.toThrow(/ETIMEDOUT|timed? ?out/i);
    expect(keys).toHaveLength(2);
  });

  it('is the only one that is sent again', async () => {
    const { keys, send } = createClient([503]);
    expect(await send(5_000)).toBe(503);
    expect(keys).toHaveLength(1);
  });
});
