import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPaidSubscription } from '../../billing/support/payment-scenes.ts';
import { callAs, createOperatedApp, createOperator } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { createPerson, expectRefusal, type Person, signIn } from '../../harness/wire-client.ts';

describe('getRevenue', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    operator = await signIn(app, operator);
  });

  const read = (from: string, to: string) =>
    callAs(app, operator, `GET /revenue?from=${from}&to=${to}`);
  const thisMonth = () => app.clock.now().toISOString().slice(0, 7);

  it('a business without customers has no currencies', async () => {
    const answer = (await read(thisMonth(), thisMonth())).json();
    expect(answer).toEqual({
      currencies: [],
      trials: [{ month: thisMonth(), begun: 0, stayed: 0 }],
      trials_running: 0,
    });
  });

  it('a project that pays by the week counts 52/12, from the moment it has paid', async () => {
    await createPaidSubscription(app, await createPerson(app));
    const { currencies } = (await read(thisMonth(), thisMonth())).json();
    expect(currencies).toMatchObject([
      {
        currency: 'usd',
        months: [
          { month: thisMonth(), mrr_before: 0, reactivation: 0, churn: 0, paying: 1, paid: 1_000 },
        ],
        plans: [{ plan_id: 'pro', frequency: 'week', projects: 1 }],
        owing: 0,
      },
    ]);
    const mrr = (1_000 * 52) / 12;
    expect(currencies[0].months[0].mrr).toBeCloseTo(mrr, 6);
    expect(currencies[0].months[0].new).toBeCloseTo(mrr, 6);
    expect(currencies[0].plans[0].mrr).toBeCloseTo(mrr, 6);
  });

  it('months to come are left out', async () => {
    expect((await read(thisMonth(), '2099-01')).json().error).toBeDefined();
    const [year = ''] = thisMonth().split('-');
    const { trials } = (await read(thisMonth(), `${year}-12`)).json();
    expect(trials).toHaveLength(1);
  });

  it.each([
    ['2026-02', '2026-01'],
    ['2023-01', '2026-01'],
  ])('%s to %s: operator/too-many-months', async (from, to) => {
    expectRefusal(await read(from, to), 'operator/too-many-months');
  });

  it.each(['2026-13', '2026', '2026-1', "2026-01'"])(
    'a month such as %s: request/invalid',
    async (from) => {
      expectRefusal(await read(encodeURIComponent(from), '2026-01'), 'request/invalid');
    },
  );
});
