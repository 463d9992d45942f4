import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import { readPlans, withPrice } from '../../harness/plan-prices.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, document, type Person } from '../../harness/wire-client.ts';
import { billingInfo, expectDone, passTime, settle, weekMs } from '../support/payment-scenes.ts';

/** All plans in the currency, at prices that exceed an int4 in minor units. */
async function sellIn(currency: string, paid: number): Promise<TestApp> {
  const plans = readPlans('hearth.json').map((plan) =>
    plan.free
      ? withPrice(plan, { currency })
      : withPrice(plan, { currency, price: plan.id === 'pro' ? paid : 2 * paid + 1 }),
  );
  return await createOwnTestApp({ product: { plans } });
}

async function buyPro(app: TestApp, ada: Person): Promise<string> {
  const data = { planId: 'pro', billingInfo: billingInfo() };
  const bought = await callable(app, 'createSubscription', { data, idToken: ada.idToken });
  await settle(app);
  return String(expectDone(bought).subscriptionId);
}

describe('a price of 30,000,000 rupiahs', () => {
  it('is charged, renewed, listed, summed, mailed and told to programs in hundredths', async () => {
    const app = await sellIn('idr', 30_000_000);
    let ada = await createPerson(app, 'Ada');
    const subscriptionId = await buyPro(app, ada);
    ada = await passTime(app, weekMs + 60_000, ada);
    const read = async (name: string, data = {}) => {
      const sent = { data: { subscriptionId, ...data }, idToken: ada.idToken };
      return expectDone(await callable(app, name, sent));
    };

    const path = `GET /v1/subscriptions/${subscriptionId}/invoices` as const;
    const listed = await document(app, path, { idToken: ada.idToken });
    expect(listed.json().invoices ?? listed.json()).toMatchObject([
      { total: 3_000_000_000 },
      { total: 3_000_000_000 },
    ]);
    const summary = await read('getBillingSummary');
    expect(summary.next_invoice).toMatchObject({ total: { amount: 3_000_000_000 } });
    const { periods } = await read('getSpending');
    expect(periods).toContainEqual(expect.objectContaining({ paid: 3_000_000_000 }));

    const mails = await receivedMails(app, ada.email);
    const receipts = mails.filter(({ kind }) => kind === 'receipt');
    expect(receipts).toHaveLength(2);
    for (const { text } of receipts) {
      expect(text).toContain('IDR\u00a030,000,000.00');
    }
    const { rows } = await sql<{ total: number }>`
      select data -> 'total' as total from events where type = 'invoice.paid'`.execute(app.db);
    expect(rows.map(({ total }) => total)).toEqual([3_000_000_000, 3_000_000_000]);

    await read('cancelSubscription', { confirmationId: subscriptionId });
    const { paid_total } = await read('getBillingSummary');
    const amounts = [{ amount: 6_000_000_000, currency: 'idr' }];
    expect(paid_total).toEqual({ amounts, invoices: 2 });
  });
});
