import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { refund } from '../../../src/cli/billing.ts';
import { createCrowd } from '../../harness/crowd.ts';
import { createTestApp, findLocation } from '../../harness/test-app.ts';
import { createPaidSubscription, settle } from '../support/payment-scenes.ts';
import { listRefunds } from '../support/sandbox-dashboard.ts';

it('the same amount of an invoice, entered after another refund: is refunded again only when that is meant', async () => {
  const app = await createTestApp();
  try {
    const [ada = expect.fail()] = await createCrowd(app, 1);
    const subscriptionId = await createPaidSubscription(app, ada);
    await settle(app);
    const { rows } = await sql<{ id: string }>`
      select id from invoices where subscription_id = ${subscriptionId}`.execute(app.db);
    const [{ id } = expect.fail()] = rows;
    const location = await findLocation(app);
    const enter = (amount: string, isAgain = false) =>
      refund({ name: id, amount, isAgain }, { ...app, location });

    expect((await enter('3.00')).exitCode).toBe(0);
    expect((await enter('1.00')).exitCode).toBe(0);
    await expect(enter('3.00')).rejects.toThrow('has refunded $3.00 of this invoice');
    expect((await enter('3.00', true)).exitCode).toBe(0);

    const made = await listRefunds(app, id);
    expect(made.map(({ amount }) => amount)).toEqual([300, 100, 300]);
  } finally {
    await app.close();
  }
});
