import type { OutputOf, wire } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator, operatedEnv } from '../../harness/operators.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, document, type Person } from '../../harness/wire-client.ts';
import { billingInfo, expectDone, settle } from '../support/payment-scenes.ts';
import { buyTaxed, living, monthly, taxing } from '../support/tax-scenes.ts';

type Revenue = OutputOf<typeof wire.documents.getRevenue>;
type Rows = OutputOf<typeof wire.documents.listRevenueRows>;

/** Pro is $40.00 a month with tax added, and €39.00 with tax in it. */
describe('the tax of a month', () => {
  const month = '2027-03';
  let app: TestApp;
  let operator: Person;
  let mover: { readonly person: Person; readonly id: string };
  beforeAll(async () => {
    const startsAt = new Date('2027-03-10T10:00:00Z');
    app = await createTestApp({ product: taxing, env: operatedEnv, startsAt });
    const buy = async (details: object) => {
      const person = await createPerson(app);
      const { subscriptionId } = expectDone(await buyTaxed(app, person, details));
      return { person, id: String(subscriptionId) };
    };
    await buy(living('DE'));
    await buy(living('US', { state: 'NY', postal_code: '10001' }));
    await buy(living('AT', { tax_id: 'ATU12345678' }));
    mover = await buy(living('DE'));
    const inEuros = { ...monthly, currency: 'eur' };
    const details = { ...billingInfo(), billingDetails: living('DE') };
    const data = { ...inEuros, billingInfo: details };
    const { idToken } = await createPerson(app);
    expectDone(await callable(app, 'createSubscription', { data, idToken }));
    await settle(app);
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  const ask = async (path: string) => {
    const answer = await document(app, `GET /v1/operator/revenue${path}`, operator);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  const monthOf = async (currency: string) => {
    const revenue: Revenue = (await ask(`?from=${month}&to=${month}`)).json();
    return revenue.currencies.find((one) => one.currency === currency)?.months[0] ?? expect.fail();
  };
  const german = { country: 'DE', state: null, rate: 19, reverse_charge: false };

  it('is by country, state and rate, with what it is of; sales without tax are in it', async () => {
    const { tax, taxes } = await monthOf('usd');
    // 19 % of $40.00 twice, and 8.875 % once.
    expect(tax).toBe(2 * 760 + 355);
    expect(taxes.map(({ group: _, ...one }) => one)).toEqual([
      { ...german, taxable: 8_000, tax: 1_520, invoices: 2 },
      {
        country: 'US',
        state: 'NY',
        rate: 8.875,
        reverse_charge: false,
        taxable: 4_000,
        tax: 355,
        invoices: 1,
      },
      {
        country: 'AT',
        state: null,
        rate: 0,
        reverse_charge: true,
        taxable: 4_000,
        tax: 0,
        invoices: 1,
      },
    ]);
  });

  it('in another currency is by itself, and taken out of a price that has it in it', async () => {
    const { taxes } = await monthOf('eur');
    // €39.00 × 19 / 119 = €6.23.
    expect(taxes.map(({ group: _, ...one }) => one)).toEqual([
      { ...german, taxable: 3_900 - 623, tax: 623, invoices: 1 },
    ]);
  });

  it('has the invoices behind each rate, which add up to it', async () => {
    const { taxes } = await monthOf('usd');
    for (const { group, tax, taxable, invoices } of taxes) {
      const query = new URLSearchParams({ month, currency: 'usd', figure: 'tax', group });
      const { rows, total } = (await ask(`/rows?${query}`)).json() as Rows;
      const sum = (of: (row: Rows['rows'][number]) => number | undefined) =>
        rows.reduce((added, row) => added + (of(row) ?? Number.NaN), 0);
      expect([total, sum((row) => row.amount), sum((row) => row.taxable)]).toEqual([
        invoices,
        tax,
        taxable,
      ]);
    }
    const all = new URLSearchParams({ from: month, to: month, currency: 'usd', figure: 'tax' });
    const { body } = await ask(`/rows.csv?${all}`);
    const lines = body.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',').slice(6).join(',')).sort()).toEqual(
      [
        '3.55,40,8.875,"US","NY","false"',
        '7.6,40,19,"DE","","false"',
        '7.6,40,19,"DE","","false"',
        '0,40,0,"AT","","true"',
      ].sort(),
    );
  });

  it('stays where it was when the customer moves', async () => {
    const { idToken } = mover.person;
    const data = { ...living('FR'), subscriptionId: mover.id };
    expectDone(await callable(app, 'updateBillingDetails', { data, idToken }));
    await settle(app);
    const { taxes } = await monthOf('usd');
    expect(taxes[0]).toMatchObject({ country: 'DE', invoices: 2, tax: 1_520 });
    expect(taxes.map(({ country }) => country)).toEqual(['DE', 'US', 'AT']);
  });

  it('of an earlier version has the address of today and no rate, until it is read again', async () => {
    await sql`
      update ledger set taxable = null, tax_rate_id = null, reverse_charge = null
      where subscription_id = ${mover.id} and kind = 'tax'`.execute(app.db);
    const { taxes } = await monthOf('usd');
    expect(taxes).toContainEqual({
      group: expect.any(String),
      country: 'FR',
      state: null,
      rate: null,
      reverse_charge: false,
      taxable: 4_000,
      tax: 760,
      invoices: 1,
    });
    app.clock.advance(25 * 3_600_000);
    await settle(app);
    const { rows } = await sql<{ taxable: number | null }>`
      select taxable::int from ledger where subscription_id = ${mover.id} and kind = 'tax'`.execute(
      app.db,
    );
    expect(rows).toEqual([{ taxable: 4_000 }]);
  });
});
