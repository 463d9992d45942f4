import type { HearthConfig } from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { soldByInterval } from '../support/interval-project.ts';
import { type IntervalChange, moments, playChanges } from '../support/interval-stories.ts';

type Pair = Pick<IntervalChange, 'from' | 'to'>;
type Moment = IntervalChange['moment'];

const inBothModes = (pairs: readonly Pair[], at: readonly Moment[]): IntervalChange[] =>
  pairs.flatMap((pair) =>
    at.flatMap((moment) =>
      (['flexible', 'classic'] as const).map((mode) => ({ ...pair, moment, mode })),
    ),
  );

const always = Object.keys(moments) as Moment[];
/** Intervals that stay are changed once, unless there is much time. */
const once: readonly Moment[] = process.env.HEARTH_LONG ? always : ['in its middle'];

const toLonger: Pair[] = [
  { from: 'pro week', to: 'pro month' },
  { from: 'enterprise week', to: 'enterprise year' },
  { from: 'enterprise month', to: 'pro year' },
  { from: 'free again', to: 'pro week' },
  { from: 'free again', to: 'pro month' },
  { from: 'free again', to: 'pro year' },
];
const toShorter: Pair[] = [
  { from: 'enterprise month', to: 'pro week' },
  { from: 'pro year', to: 'pro week' },
  { from: 'pro year', to: 'pro month' },
];
const toDearer: Pair[] = [{ from: 'pro month', to: 'enterprise month' }];
const toCheaper: Pair[] = [
  { from: 'enterprise month', to: 'pro month' },
  { from: 'pro year', to: 'free' },
];
/** Their subscription at the provider begins with it, so it is flexible. */
const firstPayments = (['pro week', 'pro month', 'enterprise year'] as const).map(
  (to): IntervalChange => ({
    from: 'never paid',
    to,
    moment: 'on its first day',
    mode: 'flexible',
  }),
);

interface Rules {
  readonly waits: string;
  readonly downgrade: HearthConfig['billing']['downgrade'];
  readonly now: readonly IntervalChange[];
  readonly later: readonly IntervalChange[];
}

describe.each<Rules>([
  {
    waits: 'a shorter period',
    downgrade: { cheaper: 'now', shorter: 'period-end' },
    now: [
      ...inBothModes(toLonger, always),
      ...inBothModes([...toDearer, ...toCheaper], once),
      ...firstPayments,
    ],
    later: inBothModes(toShorter, always),
  },
  {
    waits: 'a cheaper plan',
    downgrade: { cheaper: 'period-end', shorter: 'now' },
    now: inBothModes(
      toShorter.filter(({ from }) => from === 'pro year'),
      once,
    ),
    later: inBothModes(toCheaper, once),
  },
])('changes where $waits waits for the end of the period', ({ downgrade, now, later }) => {
  const changes = [...now, ...later];
  let app: TestApp;
  let played: Awaited<ReturnType<typeof playChanges>>;
  beforeAll(async () => {
    app = await createTestApp({
      product: {
        plans: soldByInterval(),
        billing: { cancel: 'now', promotionCodes: false, ...(downgrade && { downgrade }) },
      },
      // The second month ends on a day that February does not have, and no week ends with the first one.
      startsAt: new Date('2027-12-31T10:00:00Z'),
      standsStill: true,
      // All are played together, which takes a busy machine longer than a person is made to wait.
      answerDeadlineMs: 240_000,
    });
    played = await playChanges(app, changes);
  }, 300_000);
  afterAll(() => app.close());

  it.each(changes.map((change, index) => ({ ...change, index })))(
    '$from to $to $moment, $mode: shown is charged, and is the sum by prices and dates',
    ({ index }) => {
      const { when, seen, expected } = played[index]?.() ?? expect.fail();
      expect(when).toBe(index < now.length ? 'now' : 'period-end');
      expect(seen).toEqual(expected);
    },
  );
});
