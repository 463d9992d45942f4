import { expect, it } from 'vitest';
import { withTrial } from '../../harness/plan-prices.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { createVerifiedPerson } from '../../harness/wire-client.ts';
import {
  atProvider,
  billingInfo,
  dayMs,
  expectDone,
  passTime,
  settle,
} from '../support/payment-scenes.ts';
import { living, taxing } from '../support/tax-scenes.ts';
import { buy, preview } from '../support/trial-scene.ts';

it('a trial where taxes are computed is free, and its first payment has the tax that was shown', async () => {
  const app = await createOwnTestApp({ product: { ...withTrial(), billing: taxing.billing } });
  const ada = await createVerifiedPerson(app);
  const address = { country: 'DE', postal_code: '10115' };
  expect(await preview(app, ada, { address })).toMatchObject({
    due_now: { amount: 0 },
    tax: { amount: 0 },
    next: { amount: 4_760 },
    trial_end: expect.any(String),
  });
  expect(await preview(app, ada)).toMatchObject({ tax: null, trial_end: expect.any(String) });

  const details = { ...billingInfo(), billingDetails: living('DE') };
  const bought = expectDone(await buy(app, ada, { billingInfo: details, trial: true }));
  const subscriptionId = String(bought.subscriptionId);
  await settle(app);
  await passTime(app, 15 * dayMs, ada);
  const { invoices } = await atProvider(app, subscriptionId);
  const charged = invoices.filter(({ total }) => total !== 0);
  expect(charged.map(({ status, due }) => `${status} ${due}`)).toEqual(['paid 4760']);
});
