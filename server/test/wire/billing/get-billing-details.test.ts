import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  billingDetails,
  createPaidSubscription,
  expectDone,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { addMember } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('getBillingDetails', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const get = (subscriptionId: string, { idToken }: Person) =>
    callable(app, 'getBillingDetails', { data: { subscriptionId }, idToken });

  it('answers what the first payment was made with, the provider there or not', async () => {
    const ada = await createPerson(app);
    const id = await createPaidSubscription(app, ada);
    expect(expectDone(await get(id, ada))).toEqual(billingDetails);
    const away = await withoutProvider(app, () => get(id, ada));
    expect(expectDone(away)).toEqual(billingDetails);
  });

  it('answers empty texts where nothing is known yet', async () => {
    const ada = await createPerson(app);
    const answer = await get(await createFreeSubscription(app, ada), ada);
    const address = { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' };
    expect(expectDone(answer)).toEqual({ name: '', phone: '', address });
  });

  it('is for the owner alone', async () => {
    const [ada, joan] = [await createPerson(app), await createPerson(app)];
    const id = await createPaidSubscription(app, ada);
    expectRefusal(await get(id, joan), 'access/denied');
    await addMember(app, { subscriptionId: id, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await get(id, joan), 'access/owner-only');
  });
});
