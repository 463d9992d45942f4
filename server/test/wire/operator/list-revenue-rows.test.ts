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
    const { rows } = (await read(`month=${month}&currency=usd&figure=new`)).json();
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
    expect((await read(`month=${month}&currency=usd&figure=churn`)).json()).toEqual({ rows: [] });
    expect((await read(`month=${month}&currency=eur&figure=new`)).json()).toEqual({ rows: [] });
  });

  it('a figure that there is not: request/invalid', async () => {
    expectRefusal(await read('month=2026-01&currency=usd&figure=luck'), 'request/invalid');
  });
});
