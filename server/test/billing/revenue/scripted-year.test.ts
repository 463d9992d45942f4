import type { Frequency, OutputOf, wire } from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator, operatedEnv } from '../../harness/operators.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { soldPlans } from '../../histories/sold-plans.ts';
import { billingInfo, expectDone, settle } from '../support/payment-scenes.ts';

type Revenue = OutputOf<typeof wire.documents.getRevenue>;
type Currency = 'usd' | 'eur';

/** A price that a project pays from one day to another, without the end if it goes on. */
type Paid = readonly [
  project: string,
  from: string,
  to: string | null,
  planId: 'pro' | 'enterprise',
  frequency: Frequency,
  currency: Currency,
];

/** What the script below does, written down apart from it. */
const year: readonly Paid[] = [
  ['weekly', '2027-01-10', '2027-06-05', 'pro', 'week', 'usd'],
  ['upgrades', '2027-01-31', '2027-03-20', 'pro', 'month', 'eur'],
  ['upgrades', '2027-03-20', null, 'enterprise', 'month', 'eur'],
  ['yearly', '2027-02-01', null, 'pro', 'year', 'usd'],
  ['lengthens', '2027-02-10', '2027-04-15', 'pro', 'month', 'usd'],
  ['lengthens', '2027-04-15', null, 'pro', 'year', 'usd'],
  ['shrinks', '2027-03-05', '2027-05-10', 'enterprise', 'month', 'usd'],
  ['shrinks', '2027-05-10', '2027-07-05', 'pro', 'month', 'usd'],
  ['brief', '2027-04-02', '2027-04-20', 'pro', 'week', 'eur'],
  ['pauses', '2027-01-05', '2027-03-15', 'pro', 'month', 'usd'],
  ['pauses', '2027-08-02', null, 'pro', 'month', 'usd'],
];

const prices: Readonly<Record<Currency, Record<'pro' | 'enterprise', Record<Frequency, number>>>> =
  {
    usd: {
      pro: { week: 1_000, month: 4_000, year: 40_000 },
      enterprise: { week: 3_000, month: 12_000, year: 120_000 },
    },
    eur: {
      pro: { week: 900, month: 3_900, year: 39_000 },
      enterprise: { week: 2_800, month: 11_800, year: 118_000 },
    },
  };
const share = { week: 52 / 12, month: 1, year: 1 / 12 };
const months = Array.from(
  { length: 12 },
  (_, index) => `2027-${String(index + 1).padStart(2, '0')}`,
);
const startOf = (index: number) => new Date(Date.UTC(2027, index, 1)).toISOString();

/** MRR of each project of the currency at the instant. */
function expectedAt(at: string, currency: Currency): Map<string, number> {
  const noon = (day: string) => `${day}T12:00:00.000Z`;
  const paying = year.filter(
    ([, from, to, , , own]) =>
      own === currency && noon(from) < at && (to === null || noon(to) >= at),
  );
  return new Map(
    paying.map(([project, , , plan, frequency]) => [
      project,
      prices[currency][plan][frequency] * share[frequency],
    ]),
  );
}

const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

describe('the business of a scripted year', () => {
  let app: TestApp;
  let revenue: Revenue;
  let operator: Person;

  beforeAll(async () => {
    const { plans } = soldPlans(2);
    const product = {
      plans: plans.map(({ trial: _, ...plan }) => plan),
      billing: {
        cancel: 'ask' as const,
        promotionCodes: false,
        downgrade: { cheaper: 'now' as const, shorter: 'now' as const },
      },
    };
    app = await createTestApp({
      product,
      env: operatedEnv,
      startsAt: new Date('2027-01-01T10:00:00Z'),
      // A change at the second of a renewal would come before or after it by chance.
      standsStill: true,
    });
    const owner = await createPerson(app);
    const ids = new Map<string, string>();
    for (const [day, work] of script(app, ids)) {
      await passTo(app, `${day}T12:00:00Z`);
      const { idToken } = await signIn(app, owner);
      await work(idToken);
      await settle(app);
    }
    await passTo(app, '2028-01-01T00:00:00Z');
    operator = await createOperator(app);
    const answer = await document(
      app,
      'GET /v1/operator/revenue?from=2027-01&to=2027-12',
      operator,
    );
    expect(answer.statusCode, answer.body).toBe(200);
    revenue = answer.json();
  }, 300_000);

  afterAll(() => app.close());

  describe.each(['usd', 'eur'] as const)('in %s', (currency) => {
    const monthsOf = () =>
      revenue.currencies.find((one) => one.currency === currency)?.months ?? expect.fail();

    it('MRR at the end of each month equals the sum of what is paid then', () => {
      const shown = monthsOf().map(({ mrr, paying }) => [Math.round(mrr), paying]);
      const expected = months.map((_, index) => {
        const paying = expectedAt(startOf(index + 1), currency);
        return [Math.round(sum(paying.values())), paying.size];
      });
      expect(shown).toEqual(expected);
    });

    it('new + expansion − contraction − churn is the change of MRR, and each is its projects’ own', () => {
      for (const [index, month] of monthsOf().entries()) {
        const before = expectedAt(startOf(index), currency);
        const after = expectedAt(startOf(index + 1), currency);
        const changes = [...new Set([...before.keys(), ...after.keys()])].map((project) => {
          const [was = 0, is = 0] = [before.get(project), after.get(project)];
          return { was, is };
        });
        const total = (isIn: (change: { was: number; is: number }) => boolean) =>
          sum(changes.filter(isIn).map(({ was, is }) => Math.abs(is - was)));
        expect([month.month, round(month)]).toEqual([
          month.month,
          {
            new: Math.round(total(({ was }) => was === 0)),
            expansion: Math.round(total(({ was, is }) => was > 0 && is > was)),
            contraction: Math.round(total(({ was, is }) => is > 0 && is < was)),
            churn: Math.round(total(({ is }) => is === 0)),
          },
        ]);
        const { mrr_before, new: begun, expansion, contraction, churn, mrr } = month;
        expect(mrr_before + begun + expansion - contraction - churn).toBeCloseTo(mrr, 6);
      }
    });
  });

  it('who paid before and pays again counts as come back', () => {
    const usd = revenue.currencies.find(({ currency }) => currency === 'usd');
    const back = usd?.months.filter(({ reactivation }) => reactivation > 0);
    expect(back?.map(({ month, reactivation }) => [month, reactivation])).toEqual([
      ['2027-08', 4_000],
    ]);
  });

  it('the rows behind a figure add up to it', async () => {
    for (const figure of ['new', 'churn', 'expansion', 'contraction', 'mrr'] as const) {
      for (const [index, month] of months.entries()) {
        const query = `month=${month}&currency=usd&figure=${figure}`;
        const answer = await document(app, `GET /v1/operator/revenue/rows?${query}`, operator);
        const { rows } = answer.json() as OutputOf<typeof wire.documents.listRevenueRows>;
        const added = sum(
          rows.map(({ before = 0, after = 0 }) =>
            figure === 'mrr' ? after : Math.abs(after - before),
          ),
        );
        const shown = revenue.currencies.find(({ currency }) => currency === 'usd')?.months[
          index
        ]?.[figure];
        expect([month, figure, added]).toEqual([
          month,
          figure,
          expect.closeTo(shown ?? Number.NaN, 6),
        ]);
      }
    }
  });

  it('cash is what the cards paid', () => {
    const usd = revenue.currencies.find(({ currency }) => currency === 'usd')?.months[0];
    // A week on Jan 10, 17, 24 and 31, and a month on Jan 5.
    expect(usd?.paid).toBe(4 * 1_000 + 4_000);
  });
});

function round({
  new: begun,
  expansion,
  contraction,
  churn,
}: Revenue['currencies'][number]['months'][number]) {
  const rounded = { new: begun, expansion, contraction, churn };
  return Object.fromEntries(
    Object.entries(rounded).map(([name, value]) => [name, Math.round(value)]),
  );
}

type Act = readonly [day: string, work: (idToken: string) => Promise<unknown>];

function script(app: TestApp, ids: Map<string, string>): Act[] {
  const call = async (idToken: string, name: string, data: object) =>
    expectDone(await callable(app, name, { idToken, data }));
  const buy =
    (project: string, planId: string, frequency: Frequency, currency: Currency) =>
    async (idToken: string) => {
      const data = { planId, frequency, currency, billingInfo: billingInfo() };
      ids.set(project, String((await call(idToken, 'createSubscription', data)).subscriptionId));
    };
  const change =
    (project: string, planId: string, frequency?: Frequency) => async (idToken: string) => {
      const data = { subscriptionId: ids.get(project), planId, ...(frequency && { frequency }) };
      await call(idToken, 'changeSubscriptionPlan', data);
    };
  const end = (project: string, when?: 'period-end') => async (idToken: string) => {
    const subscriptionId = ids.get(project);
    const data = { subscriptionId, confirmationId: subscriptionId, ...(when && { when }) };
    await call(idToken, 'cancelSubscription', data);
  };
  return [
    ['2027-01-05', buy('pauses', 'pro', 'month', 'usd')],
    ['2027-01-10', buy('weekly', 'pro', 'week', 'usd')],
    ['2027-01-31', buy('upgrades', 'pro', 'month', 'eur')],
    ['2027-02-01', buy('yearly', 'pro', 'year', 'usd')],
    ['2027-02-10', buy('lengthens', 'pro', 'month', 'usd')],
    ['2027-03-05', buy('shrinks', 'enterprise', 'month', 'usd')],
    ['2027-03-15', change('pauses', 'free')],
    ['2027-03-20', change('upgrades', 'enterprise', 'month')],
    ['2027-04-02', buy('brief', 'pro', 'week', 'eur')],
    ['2027-04-15', change('lengthens', 'pro', 'year')],
    ['2027-04-20', end('brief')],
    ['2027-05-10', change('shrinks', 'pro', 'month')],
    ['2027-06-05', end('weekly')],
    ['2027-07-01', end('shrinks', 'period-end')],
    ['2027-08-02', change('pauses', 'pro', 'month')],
  ];
}

/** Week by week, so that no renewal is late. */
async function passTo(app: TestApp, instant: string): Promise<void> {
  const end = Date.parse(instant);
  while (app.clock.now().getTime() < end) {
    app.clock.advance(Math.min(end - app.clock.now().getTime(), 7 * 24 * 3_600_000));
    await settle(app);
  }
}
