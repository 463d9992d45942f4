import type { OutputOf, wire } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator, operatedEnv } from '../../harness/operators.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  document,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import {
  addCard,
  createPaidSubscription,
  dayMs,
  expectDone,
  findCards,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';

type Revenue = OutputOf<typeof wire.documents.getRevenue>;
type Rows = OutputOf<typeof wire.documents.listRevenueRows>;

/** Pro costs $10.00 a week. Three projects buy it on March 2nd; the cards of two do not pay on the 9th. */
describe('failed payments', () => {
  let app: TestApp;
  let operator: Person;
  let comesBack: string;
  let owes: string;
  let paysAlways: string;
  beforeAll(async () => {
    const startsAt = new Date('2027-03-02T10:00:00Z');
    app = await createTestApp({ env: operatedEnv, startsAt });
    const owner = await createVerifiedPerson(app);
    const buy = async (isDeclined: boolean) => {
      const subscriptionId = await createPaidSubscription(app, owner);
      if (isDeclined) {
        const paymentMethodId = await addCard(
          app,
          { ...owner, subscriptionId },
          '4000000000000341',
        );
        const data = { subscriptionId, paymentMethodId };
        expectDone(await callable(app, 'setDefaultPaymentMethod', { ...owner, data }));
      }
      return subscriptionId;
    };
    comesBack = await buy(true);
    owes = await buy(true);
    paysAlways = await buy(false);
    app.clock.advance(weekMs + dayMs / 4);
    await settle(app);
    const back = await signIn(app, owner);
    const cards = await findCards(app, comesBack, back);
    const good = cards.find(({ card }) => card.last4 === '4242');
    const data = { subscriptionId: comesBack, paymentMethodId: good?.id };
    expectDone(await callable(app, 'setDefaultPaymentMethod', { ...back, data }));
    await settle(app);
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  const ask = async (path: string) => {
    const signedIn = await signIn(app, operator);
    const answer = await document(app, `GET /v1/operator/revenue${path}`, signedIn);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const readUsd = async () => {
    const { currencies }: Revenue = await ask('?from=2027-03&to=2027-03');
    return currencies.find(({ currency }) => currency === 'usd') ?? expect.fail();
  };
  const rowsOf = async (figure: string) => {
    const { rows }: Rows = await ask(`/rows?month=2027-03&currency=usd&figure=${figure}`);
    return rows.map((row) => [row.subscription_id, row.amount, row.recovered]);
  };

  it('are counted with what was due, what was paid since, and what is owed now', async () => {
    expect(await readUsd()).toMatchObject({
      months: [{ failed_invoices: 2, failed: 2_000, recovered_invoices: 1, recovered: 1_000 }],
      owing: 1,
      owed: 1_000,
    });
  });

  it('have their invoices behind them', async () => {
    expect((await rowsOf('failed')).sort()).toEqual(
      [
        [comesBack, 1_000, 1_000],
        [owes, 1_000, 0],
      ].sort(),
    );
    expect(await rowsOf('recovered')).toEqual([[comesBack, 1_000, 1_000]]);
    expect(await rowsOf('owed')).toEqual([[owes, 1_000, undefined]]);
  });

  it('that nobody saw show in the ledger: paid days later, or not collected any more', async () => {
    const setBack = (id: string, status: string) => sql`
      with late as (
        update invoices set status = ${status}, created_at = '2027-03-02T10:00:00Z'
        where id = (select id from invoices where subscription_id = ${id} order by created_at desc limit 1)
        returning id
      )
      update ledger set invoiced_at = '2027-03-02T10:00:00Z' from late where invoice_id = late.id`;
    await setBack(paysAlways, 'paid').execute(app.db);
    const { months } = await readUsd();
    expect(months).toMatchObject([
      { failed_invoices: 3, failed: 3_000, recovered_invoices: 2, recovered: 2_000 },
    ]);
  });
});
