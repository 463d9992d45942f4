import { expect, it } from 'vitest';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson } from '../../harness/wire-client.ts';
import { atProvider, billingInfo, expectDone } from '../support/payment-scenes.ts';

it('a purchase charges a plan of two prices once for both', async () => {
  const app = await createOwnTestApp({});
  const { idToken } = await createPerson(app);
  const data = { planId: 'enterprise', billingInfo: billingInfo() };
  const answer = expectDone(await callable(app, 'createSubscription', { data, idToken }));
  const { invoices } = await atProvider(app, String(answer.subscriptionId));
  expect(invoices).toMatchObject([{ status: 'paid', due: 3000 }]);
});
