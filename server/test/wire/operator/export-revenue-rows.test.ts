import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dismissOperator } from '../../../src/modules/console/index.ts';
import { createPaidSubscription } from '../../billing/support/payment-scenes.ts';
import { callAs, createOperatedApp, createOperator, createRole } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { createPerson, expectRefusal, type Person, signIn } from '../../harness/wire-client.ts';

/** As many as a large product has in a month. */
const many = 12_345;

describe('exportRevenueRows', () => {
  let app: TestApp;
  let operator: Person;
  let id: string;
  let month: string;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
    id = await createPaidSubscription(app, await createPerson(app));
    await sql`update subscriptions set name = '=HYPERLINK("http://x.example")' where id = ${id}`.execute(
      app.db,
    );
    month = app.clock.now().toISOString().slice(0, 7);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    operator = await signIn(app, operator);
  });

  const read = (query: string, by = operator) => callAs(app, by, `GET /revenue/rows.csv?${query}`);
  const ofMonth = (figure: string) => `from=${month}&to=${month}&currency=usd&figure=${figure}`;

  it('is a file that spreadsheets open: amounts in the unit, and no name is a formula', async () => {
    const answer = await read(ofMonth('mrr'));
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment',
    });
    const heads = 'month,subscription_id,name,plan_id,frequency,currency,before,after'.split(',');
    const name = `"'=HYPERLINK(""http://x.example"")"`;
    // $10.00 a week, 52 times in twelve months.
    expect(answer.body).toBe(
      `\uFEFF${heads.map((head) => `"${head}"`).join(',')}\r\n` +
        `"${month}","${id}",${name},"pro","week","usd",0,43.333333\r\n`,
    );
  });

  it('a figure without rows is a file with heads alone', async () => {
    const { body } = await read(ofMonth('refunded'));
    expect(body.split('\r\n')).toEqual([
      '\uFEFF"month","subscription_id","name","at","invoice","currency","amount"',
      '',
    ]);
  });

  it('has every row once, however many there are', async () => {
    const invoiced = `${month}-01T00:00:00Z`;
    await sql`
      with added as (
        insert into invoices (id, subscription_id, created_at, total, currency, status)
        select 'in_many_' || n, ${id}, ${invoiced}::timestamptz, n, 'eur', 'paid'
        from generate_series(1, ${many}::int) n returning id, total
      )
      insert into ledger (invoice_id, subscription_id, kind, amount, currency, at, invoiced_at)
      select id, ${id}, 'paid', total, 'eur', ${invoiced}::timestamptz, ${invoiced}::timestamptz
      from added`.execute(app.db);
    const { body } = await read(ofMonth('paid').replace('usd', 'eur'));
    const lines = body.trimEnd().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[4])).size).toBe(many);
    const cents = lines.map((line) => Math.round(Number(line.split(',').at(-1)) * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe((many * (many + 1)) / 2);
  });

  it('breaks off once the role is taken away, so that a part is not taken for the whole', async () => {
    const billing = await createRole(app, 'billing');
    const url = `/v1/operator/revenue/rows.csv?${ofMonth('paid').replace('usd', 'eur')}`;
    const headers = { authorization: `Bearer ${billing.idToken}` };
    const answer = await app.server.inject({ method: 'GET', url, headers, payloadAsStream: true });
    expect(answer.statusCode).toBe(200);
    const readAll = async () => {
      let text = '';
      for await (const piece of answer.stream()) {
        if (text === '') {
          await dismissOperator({ id: billing.uid }, app);
        }
        text += String(piece);
      }
      return text;
    };
    await expect(readAll()).rejects.toThrow();
  });

  it.each([
    ['from=2026-02&to=2026-01&currency=usd&figure=mrr', 'operator/too-many-months'],
    ['from=2023-01&to=2026-01&currency=usd&figure=mrr', 'operator/too-many-months'],
    ['from=2026-01&to=2026-01&figure=mrr', 'operator/no-currency'],
    ['from=2026-01&to=2026-01&currency=usd&figure=luck', 'request/invalid'],
  ] as const)('%s: %s', async (query, code) => {
    expectRefusal(await read(query), code);
  });

  it('is closed for operators without the right, and not there for others', async () => {
    expectRefusal(await read(ofMonth('mrr'), await createRole(app, 'support')), 'access/denied');
    expectRefusal(await read(ofMonth('mrr'), await createPerson(app)), 'request/unknown-path');
  });
});
