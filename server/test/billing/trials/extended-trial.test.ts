import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import { callAs, createOperator, operatedEnv } from '../../harness/operators.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createVerifiedPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { dayMs, expectDone, passTime, settle } from '../support/payment-scenes.ts';
import { buy } from '../support/trial-scene.ts';

describe('a trial that an operator extends', () => {
  let shop: TestApp;
  let by: Person;
  beforeAll(async () => {
    shop = await createTestApp({
      logger: false,
      env: operatedEnv,
      product: { ...withTrial(), billing: { cancel: 'ask', promotionCodes: true } },
    });
    by = await createOperator(shop);
  });
  afterAll(() => shop.close());

  const extend = (id: string, seen: number) =>
    callAs(shop, by, `POST /subscriptions/${id}/acts`, {
      act: 'extend-trial',
      reason: 'Asked for a week more',
      seen,
      days: 7,
    });
  const trialOf = async (id: string) => {
    const { rows } = await sql<{ end: Date }>`
      select trial_ends_at as end from billing_accounts
      where subscription_id = ${id}`.execute(shop.db);
    return rows[0]?.end.getTime() ?? expect.fail();
  };

  it('ends a week later, for each act once, keeps a code, and the owner is told until when', async () => {
    const buyer = await createVerifiedPerson(shop);
    const more = { promotionCode: 'HALF' };
    const id = String(expectDone(await buy(shop, buyer, more)).subscriptionId);
    await settle(shop);
    const before = await trialOf(id);
    const twice = await Promise.all([extend(id, 0), extend(id, 0)]);
    expect(twice.map(({ statusCode }) => statusCode)).toContain(200);
    expect((await extend(id, 0)).json()).toEqual({ number: 1, state: 'done' });
    await settle(shop);
    expect((await trialOf(id)) - before).toBe(7 * dayMs);
    const mail = (await receivedMails(shop, buyer.email)).at(-1);
    expect(mail).toMatchObject({ kind: 'trial-started' });
    expect(mail?.subject).toContain('goes on until');
    await passTime(shop, before + 2 * dayMs - shop.clock.now().getTime(), buyer);
    expect(await paidOf(shop, id)).toEqual([]);
    await passTime(shop, 6 * dayMs, buyer);
    expect(await paidOf(shop, id)).toEqual([2_000]);
    by = await signIn(shop, by);
    expectRefusal(await extend(id, 1), 'operator/not-in-trial');
  });
});

/** Sums of the project's paid invoices. */
async function paidOf({ db }: TestApp, id: string): Promise<number[]> {
  const { rows } = await sql<{ total: number }>`
    select total from invoices where subscription_id = ${id} and status = 'paid'`.execute(db);
  return rows.map(({ total }) => total);
}
