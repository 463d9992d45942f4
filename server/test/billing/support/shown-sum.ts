import { expect } from 'vitest';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import { atProvider, billingInfo, countRows, expectDone, raisePro } from './payment-scenes.ts';
import { listAtStripe } from './sandbox.ts';

/** A purchase charges the sum that was shown or nothing, also where the price was raised since. */
export async function expectShownSumHeld(name: 'createSubscription'): Promise<void> {
  const app = await createOwnTestApp({});
  const { idToken } = await createPerson(app);
  const pro = { planId: 'pro', billingInfo: billingInfo() };
  const buy = (amount: number, more: object = pro, currency = 'usd') =>
    callable(app, name, { data: { ...more, dueNow: { amount, currency } }, idToken });

  const bought = expectDone(await buy(1_000));
  const { invoices } = await atProvider(app, String(bought.subscriptionId));
  expect(invoices).toMatchObject([{ status: 'paid', due: 1_000 }]);
  expectDone(await buy(0, { planId: 'free' }));

  const customers = await listAtStripe(app, '/v1/customers');
  const projects = await countRows(app, 'subscriptions');
  expectRefusal(await buy(1_000, pro, 'eur'), 'billing/preview-outdated');
  const { plans } = app.config.product;
  plans.splice(0, plans.length, ...plans.map(raisePro));
  expectRefusal(await buy(1_000, { ...pro, frequency: 'week' }), 'billing/preview-outdated');
  expect(await listAtStripe(app, '/v1/customers')).toEqual(customers);
  expect(await countRows(app, 'subscriptions')).toBe(projects);
}
