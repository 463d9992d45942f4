import { expect, it } from 'vitest';
import { createEventLog } from '../../harness/logged-events.ts';
import { callable, createPerson, signIn } from '../../harness/wire-client.ts';
import { atProvider, dayMs, expectDone, settle } from '../support/payment-scenes.ts';
import { buyTaxed, clearAddress, living, openTaxedShop, vague } from '../support/tax-scenes.ts';

it('a renewal without a known place: charged without tax, logged once, and taxed again once the owner completes the address', async () => {
  const { logger, events } = createEventLog();
  const app = await openTaxedShop({ logger });
  let ada = await createPerson(app);
  const bought = expectDone(await buyTaxed(app, ada, living('DE')));
  const subscriptionId = String(bought.subscriptionId);
  const ask = (name: string, data: object) =>
    callable(app, name, { data: { subscriptionId, ...data }, idToken: ada.idToken });
  const summarize = async () => expectDone(await ask('getBillingSummary', {}));
  expect(await summarize()).not.toHaveProperty('needs_tax_address');

  await clearAddress(app, subscriptionId);
  for (const _month of ['first', 'second']) {
    app.clock.advance(31 * dayMs);
    await settle(app);
  }
  ada = await signIn(app, ada);
  // 40.00 and 7.60 of tax at first; then the price alone.
  const { invoices } = await atProvider(app, subscriptionId);
  expect(invoices.map(({ due }) => due)).toEqual([4_760, 4_000, 4_000]);
  expect(events('renewals charged without tax')).toMatchObject([
    { level: 50, subscription: subscriptionId },
  ]);
  expect(await summarize()).toMatchObject({ needs_tax_address: true });

  const refused = await ask('updateBillingDetails', vague);
  expect(refused.json().error.details.code).toBe('billing/address-incomplete');
  expect(await summarize()).toMatchObject({ needs_tax_address: true });
  expectDone(await ask('updateBillingDetails', living('FR')));
  await settle(app);
  const now = await summarize();
  expect(now).not.toHaveProperty('needs_tax_address');
  // 20 % of 40.00.
  expect(now).toMatchObject({ next_invoice: { tax: { amount: 800 }, total: { amount: 4_800 } } });
});
