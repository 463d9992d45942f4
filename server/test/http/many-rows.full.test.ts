import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import { createOperatedApp, createOperator } from '../harness/operators.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/wire-client.ts';

const many = process.env.HEARTH_LONG ? 1_000_000 : 100_000;
/** The thousand rows that are read together take one to two million; 100,000 take ten as text alone. */
const mostBytes = 5_000_000;
/** Rows that one statement inserts before its timeout. */
const batch = 10_000;
const deadlineMs = 900_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use by this thread, on which the product runs too. */
function usedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const idOf = (number: number) => `in_${String(number).padStart(9, '0')}`;

describe(`a file of ${many} rows`, () => {
  let app: TestApp;
  let month: string;
  beforeAll(async () => {
    app = await createOperatedApp();
    const id = await createPaidSubscription(app, await createPerson(app));
    month = app.clock.now().toISOString().slice(0, 7);
    const at = `${month}-01T00:00:00Z`;
    for (let from = 1; from <= many; from += batch) {
      await sql`
        with added as (
          insert into invoices (id, subscription_id, created_at, total, currency, status)
          select 'in_' || lpad(n::text, 9, '0'), ${id}, ${at}::timestamptz, n, 'eur', 'paid'
          from generate_series(${from}::int, ${from + batch - 1}::int) n returning id, total
        )
        insert into ledger (invoice_id, subscription_id, kind, amount, currency, at, invoiced_at)
        select id, ${id}, 'paid', total, 'eur', ${at}::timestamptz, ${at}::timestamptz
        from added`.execute(app.db);
    }
    await sql`analyze invoices, ledger`.execute(app.db);
    await app.server.listen({ host: '127.0.0.1', port: 0 });
  }, deadlineMs);
  afterAll(() => app.close());

  async function ask(): Promise<IncomingMessage> {
    const { idToken } = await createOperator(app);
    const { port } = app.server.server.address() as AddressInfo;
    const query = `from=${month}&to=${month}&currency=eur&figure=paid`;
    const url = `http://127.0.0.1:${port}/v1/operator/revenue/rows.csv?${query}`;
    const request = get(url, { headers: { authorization: `Bearer ${idToken}` } });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    return answer;
  }

  it(
    'comes whole, as it is read, and is never held in the memory',
    async () => {
      const answer = await ask();
      const before = usedBytes();
      let lines = 0;
      let end = '';
      let mostUsed = 0;
      let nextLook = 0;
      for await (const part of answer) {
        if (lines === 0) {
          await sql`update invoices set number = 'LATE' where id = ${idOf(many)}`.execute(app.db);
        }
        const text = String(part);
        lines += text.split('\n').length - 1;
        end = (end + text).slice(-100);
        if (lines >= nextLook) {
          mostUsed = Math.max(mostUsed, usedBytes() - before);
          nextLook += many / 20;
        }
      }
      expect(lines).toBe(many + 1);
      // The last row is read after the first one has come.
      expect(end).toContain(',"LATE","eur",');
      expect(mostUsed).toBeLessThan(mostBytes);
    },
    deadlineMs,
  );
});
