import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { refund } from '../../../src/cli/billing.ts';
import { askForDrift } from '../../cli/drift.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createOwnTestApp, findLocation } from '../../harness/test-app.ts';
import { callable, createVerifiedPerson } from '../../harness/wire-client.ts';
import { kindsMailed } from '../support/money-mails.ts';
import { addCard, billingInfo, expectDone, passTime, settle } from '../support/payment-scenes.ts';

const monthly = { planId: 'pro', frequency: 'month' } as const;
const yearly = { planId: 'pro', frequency: 'year' } as const;

it('three years of an owner, of trial, month, year, scheduled change, declined renewal, refund and end, charge what they were told', async () => {
  const startsAt = new Date('2027-01-31T10:00:00Z');
  const billing = { cancel: 'ask', promotionCodes: true } as const;
  const app = await createOwnTestApp({ product: { ...withTrial(), billing }, startsAt });
  let ada = await createVerifiedPerson(app);
  const passTo = async (day: string) => {
    ada = await passTime(app, Date.parse(`${day}T12:00:00Z`) - app.clock.now().getTime(), ada);
    await settle(app);
  };
  const buy = async (more: object = {}) => {
    const data = { ...monthly, currency: 'usd', billingInfo: billingInfo(), ...more };
    return String(
      expectDone(await callable(app, 'createSubscription', { ...ada, data })).subscriptionId,
    );
  };
  const subscriptionId = await buy();
  const call = async (name: string, more: object = {}, id = subscriptionId) =>
    expectDone(await callable(app, name, { ...ada, data: { subscriptionId: id, ...more } }));
  const change = async (wanted: object) => {
    const { preview, due_now, when } = await call('previewPlanChange', wanted);
    await call('changeSubscriptionPlan', { ...wanted, preview });
    await settle(app);
    return { due: (due_now as { amount: number }).amount, when };
  };
  const invoices = async (id = subscriptionId) => {
    const { rows } = await sql<{ number: string; status: string; total: number }>`
      select number, status, total from invoices where subscription_id = ${id}
      order by created_at, id`.execute(app.db);
    return rows;
  };
  const paid = async (id?: string) =>
    (await invoices(id)).map(({ status, total }) => `${status} ${total}`);
  const status = async () => (await call('getBillingSummary')).status;

  expect(await paid()).toEqual([]);
  await passTo('2027-02-15');
  expect(await paid()).toEqual(['paid 4000']);
  // After one trial every purchase begins with a payment, which a code lowers.
  const second = await buy({ promotionCode: 'HALF' });
  await settle(app);
  expect(await paid(second)).toEqual(['paid 2000']);

  await passTo('2027-03-20');
  const year = await change(yearly);
  expect(year.when).toBe('now');
  expect(await paid()).toEqual(['paid 4000', 'paid 4000', `paid ${year.due}`]);

  await passTo('2027-09-01');
  expect(await change(monthly)).toEqual({ due: 0, when: 'period-end' });
  await call('undoPlanChange');
  expect(await change(monthly)).toEqual({ due: 0, when: 'period-end' });
  await passTo('2028-03-21');
  expect((await paid()).at(-1)).toBe('paid 4000');

  const kept = { subscriptionId, idToken: ada.idToken };
  const declining = await addCard(app, kept, '4000000000000341');
  await call('setDefaultPaymentMethod', { paymentMethodId: declining });
  await passTo('2028-04-21');
  expect(await status()).toBe('past_due');
  const good = await addCard(app, { subscriptionId, idToken: ada.idToken }, '5555555555554444');
  await call('setDefaultPaymentMethod', { paymentMethodId: good });
  await settle(app);
  expect(await status()).toBe('active');

  const newest = (await invoices()).at(-1) ?? expect.fail();
  const operator = { ...app, location: await findLocation(app) };
  const given = await refund({ name: newest.number, amount: '10.00', isAgain: false }, operator);
  expect(given.exitCode, given.text).toBe(0);
  await settle(app);

  await call('cancelSubscription', { when: 'period-end' });
  await call('resumeSubscription');
  await passTo('2029-10-01');
  const before = await paid();
  await call('cancelSubscription', { when: 'period-end' });
  await passTo('2030-01-31');
  expect(await status()).toBe('canceled');
  expect(await paid()).toEqual(before);
  // Two months before the year, and one each 20th since it was over.
  expect(before).toHaveLength(2 + 1 + 19);
  expect(new Set(before.slice(3))).toEqual(new Set(['paid 4000']));
  expect((await kindsMailed(app, ada)).filter((kind) => kind === 'receipt').length).toBeGreaterThan(
    before.length,
  );
  expect(await askForDrift(app)).toEqual([]);
}, 120_000);
