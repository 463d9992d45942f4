import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaidSubscription } from '../../billing/support/payment-scenes.ts';
import { callAs, createOperatedApp, createOperator } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';

describe('listRevenueRows', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  const read = (query: string) => callAs(app, operator, `GET /revenue/rows?${query}`);

  it('names the projects behind a figure', async () => {
    const id = await createPaidSubscription(app, await createPerson(app));
    const month = app.clock.now().toISOString().slice(0, 7);
    const { rows, total } = (await read(`month=${month}&currency=usd&figure=new`)).json();
    expect(total).toBe(1);
    expect(rows).toEqual([
      {
        subscription_id: id,
        name: null,
        plan_id: 'pro',
        frequency: 'week',
        before: 0,
        after: expect.closeTo((1_000 * 52) / 12, 6),
      },
    ]);
    const none = { rows: [], total: 0 };
    for (const query of [
      'currency=usd&figure=churn',
      'currency=eur&figure=new',
      'currency=usd&figure=mrr&group=pro/month',
      'currency=usd&figure=mrr&page=2',
    ]) {
      const answer = (await read(`month=${month}&${query}`)).json();
      expect([query, answer]).toEqual([query, { ...none, total: query.includes('page') ? 1 : 0 }]);
    }
    const ofPlan = (await read(`month=${month}&currency=usd&figure=mrr&group=pro/week`)).json();
    expect(ofPlan.rows).toMatchObject([{ subscription_id: id }]);
  });

  it('names the invoices behind cash', async () => {
    const month = app.clock.now().toISOString().slice(0, 7);
    const { rows, total } = (await read(`month=${month}&currency=usd&figure=paid`)).json();
    expect(rows).toEqual([
      {
        subscription_id: expect.any(String),
        name: null,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        invoice: expect.stringMatching(/\w/),
        amount: 1_000,
      },
    ]);
    expect(total).toBe(1);
  });

  it('cash without its currency: operator/no-currency; trials have none', async () => {
    expectRefusal(await read('month=2026-01&figure=paid'), 'operator/no-currency');
    const trials = (await read('month=2026-01&figure=trials')).json();
    expect(trials).toEqual({ rows: [], total: 0 });
  });

  it('more than 36 months: operator/too-many-months', async () => {
    const asked = 'month=2023-01&to=2026-01&currency=usd&figure=paid';
    expectRefusal(await read(asked), 'operator/too-many-months');
  });

  it.each(['page=0', 'page=1.5', 'currency=USD', 'group=', 'month=2026-1'])(
    '%s: request/invalid',
    async (fault) => {
      const asked = new URLSearchParams('month=2026-01&currency=usd&figure=paid');
      for (const [name, value] of new URLSearchParams(fault)) {
        asked.set(name, value);
      }
      expectRefusal(await read(asked.toString()), 'request/invalid');
    },
  );

  it('a figure that there is not: request/invalid', async () => {
    expectRefusal(await read('month=2026-01&currency=usd&figure=luck'), 'request/invalid');
  });
});
