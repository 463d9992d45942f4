import { expect, it } from 'vitest';
import {
  atProvider,
  createPaidSubscription,
  expectDone,
  settle,
} from '../../billing/support/payment-scenes.ts';
import { away, createUnrulyProvider, reject } from '../../billing/support/unruly-provider.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
} from '../../harness/wire-client.ts';

it('says which credit is lost; the ended project then says what the card paid, not less the credit', async () => {
  const app = await createOwnTestApp({});
  const ada = await createPerson(app);
  const subscriptionId = await createPaidSubscription(app, ada);
  const call = async (name: string, more: object = {}) =>
    expectDone(
      await callable(app, name, { data: { subscriptionId, ...more }, idToken: ada.idToken }),
    );
  expect(await call('previewCancellation')).toEqual({ credit: null });
  await call('changeSubscriptionPlan', { planId: 'enterprise' });
  await call('changeSubscriptionPlan', { planId: 'pro' });
  await settle(app);

  const { invoices } = await atProvider(app, subscriptionId);
  const cash = invoices
    .filter(({ status }) => status === 'paid')
    .reduce((sum, { due }) => sum + Number(due), 0);
  const lost = await call('previewCancellation');
  expect(lost).toEqual({ credit: { amount: 2_000, currency: 'usd' } });
  await call('cancelSubscription', { confirmationId: subscriptionId });
  await settle(app);
  expect(await call('getBillingSummary')).toMatchObject({
    paid_total: { amounts: [{ amount: cash, currency: 'usd' }], invoices: 2 },
  });
});

it.each([
  ['billing/rejected', reject],
  ['billing/provider-unavailable', away],
] as const)('refuses with %s', async (code, fail) => {
  const { steps, wrap } = createUnrulyProvider();
  const app = await createOwnTestApp({ payments: wrap, logger: false });
  const { idToken, ...ada } = await createPerson(app);
  const subscriptionId = await createPaidSubscription(app, { ...ada, idToken });
  steps.set('readCustomer', fail);
  const answer = await callable(app, 'previewCancellation', { data: { subscriptionId }, idToken });
  expectRefusal(answer, code);
});

it('finds no credit of a free project that never paid', async () => {
  const app = await createOwnTestApp({});
  const { idToken, ...ada } = await createPerson(app);
  const subscriptionId = await createFreeSubscription(app, { ...ada, idToken });
  const answer = await callable(app, 'previewCancellation', { data: { subscriptionId }, idToken });
  expect(expectDone(answer)).toEqual({ credit: null });
});
