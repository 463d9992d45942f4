import type { SubscriptionAct } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import { callAs, createOperator, operatedEnv } from '../../harness/operators.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  document,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import {
  billingInfo,
  dayMs,
  expectDone,
  openIntent,
  passTime,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe } from '../support/sandbox.ts';
import { forgetCards } from '../support/trial-scene.ts';

const product = { ...withTrial(), billing: { cancel: 'ask' as const, promotionCodes: true } };

describe('time free of charge that an operator gives', () => {
  let app: TestApp;
  let operator: Person;
  let owner: Person;
  beforeAll(async () => {
    app = await createTestApp({ logger: false, env: operatedEnv, product });
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  /** Enterprise has no trial. */
  const buy = async (more: object = {}) => {
    owner = await createVerifiedPerson(app);
    operator = await signIn(app, operator);
    await forgetCards(app);
    const data = { planId: 'enterprise', frequency: 'month', currency: 'usd', ...more };
    const answer = await callable(app, 'createSubscription', {
      ...owner,
      data: { billingInfo: billingInfo(), ...data },
    });
    await settle(app);
    return String(expectDone(answer).subscriptionId);
  };
  const act = (id: string, name: SubscriptionAct, more: object = {}) =>
    callAs(app, operator, `POST /subscriptions/${id}/acts`, {
      act: name,
      reason: 'A friend of the house',
      seen: 0,
      ...more,
    });
  const give = (id: string, months: number, seen = 0) =>
    act(id, 'give-free-time', { months, seen });
  const ask = async (name: string, subscriptionId: string, more: object = {}) =>
    expectDone(await callable(app, name, { ...owner, data: { subscriptionId, ...more } }));
  const pass = async (days: number) => {
    owner = await passTime(app, days * dayMs, owner);
    operator = await signIn(app, operator);
  };
  /** Sums that the cards paid, oldest first, as Stripe says. */
  const paidAtStripe = async (id: string) => {
    const customer = await findCustomer(app, id);
    const invoices = await listAtStripe(app, `/v1/invoices?customer=${customer?.id}&limit=100`);
    const inOrder = invoices.sort((one, other) => one.created - other.created);
    return inOrder.map(({ amount_paid: paid }) => Number(paid));
  };
  const ledgerOf = async (id: string) => {
    const { rows } = await sql<{ kind: string; amount: number }>`
      select kind, sum(amount)::int as amount from ledger where subscription_id = ${id}
      group by invoice_id, invoiced_at, kind order by invoiced_at, min(id)`.execute(app.db);
    return rows.map(({ kind, amount }) => [kind, amount]);
  };
  const mailsTo = async () => await receivedMails(app, owner.email);

  it('three months: three renewals cost nothing, the fourth its price, and the ledger says who paid', async () => {
    const id = await buy();
    // Given in the second of the purchase, the time would end with the third renewal and not after it.
    app.clock.advance(60_000);
    const twice = await Promise.all([give(id, 3), give(id, 3)]);
    expect(twice.map(({ statusCode }) => statusCode)).toContain(200);
    expect((await give(id, 3)).json()).toEqual({ number: 1, state: 'done' });
    const summary = await ask('getBillingSummary', id);
    expect(summary).toMatchObject({ next_invoice: { total: { amount: 0 } } });
    const until = String(summary.free_until);
    expect(Date.parse(until) - app.clock.now().getTime()).toBeGreaterThan(88 * dayMs);
    const told = (await mailsTo()).filter(({ kind }) => kind === 'free-time');
    expect(told).toHaveLength(1);
    expect(told[0]?.subject).toContain('is free of charge until');

    for (let month = 0; month < 4; month += 1) {
      await pass(31);
      expect(await readSubscription(app, id, owner)).toMatchObject({ status: 'active' });
      expect(month > 1 ? [] : await findDrift(app, id)).toEqual([]);
    }
    await pass(3);
    expect(await paidAtStripe(id)).toEqual([12_000, 0, 0, 0, 12_000]);
    const sold = ['charge', 12_000];
    const gift = [sold, ['given', -12_000]];
    expect(await ledgerOf(id)).toEqual([
      ...[sold, ['paid', 12_000]],
      ...[...gift, ...gift, ...gift],
      ...[sold, ['paid', 12_000]],
    ]);
    const listed = await document(app, `GET /v1/subscriptions/${id}/invoices`, owner);
    expect(listed.json().invoices.map(({ status }: { status: string }) => status)).toEqual(
      Array(5).fill('paid'),
    );
    expect(await ask('getBillingSummary', id)).not.toHaveProperty('free_until');
    expect((await mailsTo()).filter(({ kind }) => kind === 'receipt')).toHaveLength(2);
  });

  it('another plan ends it: shown as charged, and nothing is credited for free time', async () => {
    const id = await buy({ planId: 'pro' });
    await pass(20);
    expectDone(await give(id, 6));
    await pass(15);
    const change = { planId: 'enterprise', frequency: 'month' };
    const shown = await ask('previewPlanChange', id, change);
    await ask('changeSubscriptionPlan', id, { ...change, preview: shown.token });
    await settle(app);
    const paid = await paidAtStripe(id);
    expect(paid.at(-1)).toBe((shown.due_now as { amount: number }).amount);
    expect(shown).toMatchObject({ credit: { amount: 0 } });
    expect(await ask('getBillingSummary', id)).not.toHaveProperty('free_until');
    await pass(31);
    expect((await paidAtStripe(id)).at(-1)).toBe(12_000);
    expect(await findDrift(app, id)).toEqual([]);
  });

  it('ended by an operator: the next renewal costs its price, less the code that it had', async () => {
    const id = await buy({ promotionCode: 'FIVEOFF' });
    await give(id, 2);
    await pass(31);
    expect((await act(id, 'end-free-time', { seen: 1 })).json()).toMatchObject({ state: 'done' });
    expect((await mailsTo()).at(-1)?.subject).toContain('renews at its price again');
    await pass(31);
    expect(await paidAtStripe(id)).toEqual([11_500, 0, 11_500]);
    expectRefusal(await act(id, 'end-free-time', { seen: 2 }), 'operator/no-free-time');
  });

  it('given again: the later time counts, and once', async () => {
    const id = await buy();
    await give(id, 1);
    expect((await give(id, 3, 1)).json()).toEqual({ number: 2, state: 'done' });
    await pass(31);
    await pass(31);
    expect(await paidAtStripe(id)).toEqual([12_000, 0, 0]);
  });

  it('a year in which no renewal falls: operator/free-time-too-short', async () => {
    const id = await buy({ frequency: 'year' });
    expectRefusal(await give(id, 11), 'operator/free-time-too-short');
    expect((await give(id, 12)).json()).toMatchObject({ state: 'done' });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['going to end', (id) => ask('cancelSubscription', id, { when: 'period-end' })],
    ['canceled', (id) => ask('cancelSubscription', id, { confirmationId: id })],
    ['on Free', (id) => ask('changeSubscriptionPlan', id, { planId: 'free' })],
  ])('a project that is %s: operator/not-renewing', async (_, make) => {
    const id = await buy();
    await make(id);
    await settle(app);
    expectRefusal(await give(id, 3), 'operator/not-renewing');
  });

  it('a trial: operator/not-renewing, as its end can be moved', async () => {
    const id = await buy({ planId: 'pro' });
    expectRefusal(await give(id, 3), 'operator/not-renewing');
  });

  it('without months: operator/missing-detail; while another change is open: billing/under-way', async () => {
    const id = await buy();
    expectRefusal(await act(id, 'give-free-time'), 'operator/missing-detail');
    await openIntent(app, id, owner);
    expectRefusal(await give(id, 1), 'billing/under-way');
  });
});
