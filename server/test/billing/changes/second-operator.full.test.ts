import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  callAs,
  createOperator,
  createRole,
  operatedEnv,
  otherOperatorAddress,
} from '../../harness/operators.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createVerifiedPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { createPaidSubscription, settle } from '../support/payment-scenes.ts';
import { beginTrial } from '../support/trial-scene.ts';

describe('with policy.secondOperatorAbove', () => {
  let app: TestApp;
  let first: Person;
  let second: Person;
  let id: string;
  let invoiceId: string;
  beforeAll(async () => {
    // Pro costs 10 dollars a week.
    const product = { policy: { secondOperatorAbove: { usd: 5 } } };
    app = await createTestApp({ logger: false, env: operatedEnv, product });
    first = await createOperator(app);
    second = await createOperator(app, { email: otherOperatorAddress });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    [first, second] = [await signIn(app, first), await signIn(app, second)];
    id = await createPaidSubscription(app, await createVerifiedPerson(app));
    await settle(app);
    const { rows } = await sql<{ id: string }>`
      select id from invoices where subscription_id = ${id}`.execute(app.db);
    invoiceId = rows[0]?.id ?? expect.fail();
  });

  const act = (by: Person, name: string, more: object = {}) =>
    callAs(app, by, `POST /subscriptions/${id}/acts`, {
      act: name,
      reason: 'Ticket 7',
      seen: 0,
      ...more,
    });
  const refund = (by: Person, amount?: number) => act(by, 'refund', { invoiceId, amount });
  const approve = (by: Person, more: object = {}) =>
    act(by, 'approve', { of: 1, seen: 1, ...more });
  const refundedOf = async () => {
    await settle(app);
    const { rows } = await sql<{ refunded: number | null }>`
      select refunded from invoices where id = ${invoiceId}`.execute(app.db);
    return rows[0]?.refunded ?? 0;
  };
  const statesOf = async () => {
    const look = await callAs(app, first, `POST /subscriptions/${id}/look`, { reason: 'Ticket 7' });
    const acts: { number: number | null; state: string }[] = look.json().acts;
    return acts.filter(({ number }) => number !== null).map(({ state }) => state);
  };

  it('as much as that: one operator is enough', async () => {
    expect((await refund(first, 500)).json()).toEqual({ number: 1, state: 'done' });
    expect(await refundedOf()).toBe(500);
  });

  it('more: waits, is refused to whoever asked for it, and is done once when another one approves', async () => {
    expect((await refund(first, 501)).json()).toEqual({ number: 1, state: 'waiting' });
    expect((await refund(first, 501)).json()).toEqual({ number: 1, state: 'waiting' });
    expect(await refundedOf()).toBe(0);
    expectRefusal(await approve(first), 'operator/second-needed');
    const twice = await Promise.all([approve(second), approve(second)]);
    expect(twice.map(({ statusCode }) => statusCode)).toContain(200);
    expect((await approve(second)).json()).toEqual({ number: 2, state: 'done' });
    expect(await refundedOf()).toBe(501);
    expect(await statesOf()).toEqual(['done', 'approved']);
    expectRefusal(await approve(second, { seen: 2 }), 'operator/not-waiting');
  });

  it('parts that make more: waits too, until a day after the part before', async () => {
    expect((await refund(first, 300)).json()).toEqual({ number: 1, state: 'done' });
    const rest = (seen: number) => act(second, 'refund', { invoiceId, amount: 201, seen });
    expect((await rest(1)).json()).toEqual({ number: 2, state: 'waiting' });
    await act(second, 'decline', { of: 2, seen: 2 });
    app.clock.advance(24 * 3_600_000);
    second = await signIn(app, second);
    expect((await rest(3)).json()).toEqual({ number: 4, state: 'done' });
    expect(await refundedOf()).toBe(501);
  });

  it('declined: is not done, and cannot be approved any more', async () => {
    await refund(first);
    expect((await act(first, 'decline', { of: 1, seen: 1 })).json()).toMatchObject({
      state: 'done',
    });
    expectRefusal(await approve(second, { seen: 2 }), 'operator/not-waiting');
    expect(await refundedOf()).toBe(0);
    expect(await statesOf()).toEqual(['done', 'declined']);
  });

  it('free time counts by the price of its months', async () => {
    const given = { months: 3 };
    expect((await act(first, 'give-free-time', given)).json()).toMatchObject({ state: 'waiting' });
    expect((await approve(second)).json()).toEqual({ number: 2, state: 'done' });
    expect(await statesOf()).toEqual(['done', 'approved']);
  });

  it('what was asked for is asked again when it is approved: what went back meanwhile is not left', async () => {
    await refund(first, 900);
    expect((await act(second, 'refund', { invoiceId, amount: 400, seen: 1 })).json()).toEqual({
      number: 2,
      state: 'done',
    });
    await settle(app);
    expectRefusal(await approve(second, { seen: 2 }), 'operator/refund-too-much');
    expect(await refundedOf()).toBe(400);
  });

  it('nothing that waits, or no number: operator/not-waiting, operator/missing-detail; support: access/denied', async () => {
    expectRefusal(await approve(second, { of: 1, seen: 0 }), 'operator/not-waiting');
    expectRefusal(await act(second, 'decline'), 'operator/missing-detail');
    await refund(first);
    expectRefusal(await approve(await createRole(app, 'support')), 'access/denied');
  });
});

it('with policy.secondOperatorAbove, a longer trial counts by the price of its days', async () => {
  const app = await createOwnTestApp({
    logger: false,
    env: operatedEnv,
    product: { ...withTrial(), policy: { secondOperatorAbove: { usd: 5 } } },
  });
  const operator = await createOperator(app);
  // Pro costs 40 dollars a month.
  const { subscriptionId } = await beginTrial(app);
  const extend = (days: number, seen: number) =>
    callAs(app, operator, `POST /subscriptions/${subscriptionId}/acts`, {
      act: 'extend-trial',
      reason: 'Ticket 7',
      seen,
      days,
    });
  expect((await extend(3, 0)).json()).toMatchObject({ state: 'done' });
  expect((await extend(1, 1)).json()).toMatchObject({ state: 'waiting' });
});
