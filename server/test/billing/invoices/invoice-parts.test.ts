import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, document, type Person } from '../../harness/wire-client.ts';
import { billingInfo, dayMs, expectDone, passTime } from '../support/payment-scenes.ts';
import { living, monthly, taxing } from '../support/tax-scenes.ts';

/** 40.00 a month in usd, 39.00 in eur with the tax inside. */
describe('subtotal, discount and tax of an invoice', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp({ product: taxing });
  });
  beforeEach(async () => {
    ada = await createPerson(app);
  });
  afterAll(() => app.close());

  async function buy(over: object, details: object = living('DE')): Promise<string> {
    const data = {
      ...monthly,
      billingInfo: { ...billingInfo(), billingDetails: details },
      ...over,
    };
    const { idToken } = ada;
    const { subscriptionId } = expectDone(
      await callable(app, 'createSubscription', { data, idToken }),
    );
    return String(subscriptionId);
  }

  async function list(subscriptionId: string): Promise<object[]> {
    const { idToken } = ada;
    const answer = await document(app, `GET /v1/subscriptions/${subscriptionId}/invoices`, {
      idToken,
    });
    return answer.json().invoices;
  }

  it('are those of the purchase, and the total follows from them', async () => {
    // Half of 40.00, and 19 % of that.
    expect(await list(await buy({ promotionCode: 'HALF' }))).toMatchObject([
      { subtotal: 4_000, discount: 2_000, tax: 380, total: 2_380 },
    ]);
  });

  it('without a discount name none, and count an included tax in', async () => {
    // 39.00 / 1.19 is 32.77.
    const [invoice] = await list(await buy({ currency: 'eur' }));
    expect(invoice).toMatchObject({ subtotal: 3_900, tax: 623, total: 3_900 });
    expect(invoice).not.toHaveProperty('discount');
  });

  it('have a tax of 0 where the buyer accounts for it', async () => {
    const firm = living('DE', { tax_id: 'DE123456789', company: 'Ada Ltd' });
    expect(await list(await buy({}, firm))).toMatchObject([
      { subtotal: 4_000, tax: 0, total: 4_000 },
    ]);
  });

  it('of a row of an earlier version: absent, and there once it is read again', async () => {
    const subscriptionId = await buy({});
    const [written] = await list(subscriptionId);
    await sql`update invoices set subtotal = null, discount = null, tax = null
      where subscription_id = ${subscriptionId}`.execute(app.db);
    const [old] = await list(subscriptionId);
    for (const part of ['subtotal', 'discount', 'tax']) {
      expect(old).not.toHaveProperty(part);
    }
    ada = await passTime(app, 1.1 * dayMs, ada);
    expect(await list(subscriptionId)).toEqual([written]);
  });
});
