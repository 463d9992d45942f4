import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  atProvider,
  billingDetails,
  createPaidSubscription,
  expectDone,
  findAtProvider,
  openIntent,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { expectTaxRefusals } from '../../billing/support/tax-scenes.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember, setStatus } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('updateBillingDetails', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, ada);
  });
  afterAll(() => app.close());

  const moved = {
    name: 'Grace Hopper',
    phone: '+1 212 555 0100',
    address: {
      ...billingDetails.address,
      line2: 'Floor 2',
      city: 'New York',
      state: 'NY',
      country: 'US',
    },
  };
  const update = (details: object, { idToken } = ada) =>
    callable(app, 'updateBillingDetails', { data: { subscriptionId, ...details }, idToken });
  const get = async () => {
    const data = { subscriptionId };
    return expectDone(await callable(app, 'getBillingDetails', { data, idToken: ada.idToken }));
  };

  it('replaces them here and at the provider', async () => {
    expect(expectDone(await update(moved))).toEqual({});
    expect(await get()).toEqual(moved);
    const { details } = await atProvider(app, subscriptionId);
    expect(details).toMatchObject({ name: 'Grace Hopper', address: { city: 'New York' } });
    expectDone(await update(billingDetails));
    expect(await get()).toEqual(billingDetails);
  });

  it('trims, writes the country in capitals, and does without line 2', async () => {
    const { line2: _, ...address } = moved.address;
    const typed = { ...moved, name: '  Grace Hopper ', address: { ...address, country: ' us' } };
    expectDone(await update(typed));
    expect(await get()).toEqual({ ...moved, address: { ...moved.address, line2: '' } });
    expectDone(await update({ ...moved, address: { ...moved.address, line2: null } }));
    expect(await get()).toMatchObject({ address: { line2: '' } });
  });

  it('keeps those of a free subscription, that the provider never heard of', async () => {
    const paid = subscriptionId;
    subscriptionId = await createFreeSubscription(app, ada);
    expectDone(await update(moved));
    expect(await get()).toEqual(moved);
    expect(await findAtProvider(app, subscriptionId)).toBeUndefined();
    subscriptionId = paid;
  });

  it.each(['line1', 'city', 'postal_code', 'country'])(
    'refuses a gap in %s with billing/details-incomplete',
    async (field) => {
      const before = await get();
      const address = { ...moved.address, [field]: ' ' };
      expectRefusal(await update({ ...moved, address }), 'billing/details-incomplete');
      expect(await get()).toEqual(before);
    },
  );

  it('refuses gaps in the name and the phone, the latter with billing/phone-missing', async () => {
    expectRefusal(await update({ ...moved, name: '' }), 'billing/details-incomplete');
    expectRefusal(await update({ ...moved, phone: '' }), 'billing/phone-missing');
  });

  it('takes the time zone of the days, and refuses an unknown one with billing/time-zone-unknown', async () => {
    const paid = subscriptionId;
    subscriptionId = await createFreeSubscription(app, ada);
    const kept = { ...moved, time_zone: 'America/New_York' };
    expectDone(await update(kept));
    const unknown = { ...billingDetails, time_zone: 'Mars/Olympus' };
    expectRefusal(await update(unknown), 'billing/time-zone-unknown');
    expect(await get()).toEqual(kept);
    subscriptionId = paid;
  });

  it.each([
    ['balance', { balance: 1 }],
    ['tax_exempt', { tax_exempt: 'exempt' }],
    ['metadata', { metadata: {} }],
    ['a field of the address', { address: { ...moved.address, balance: 1 } }],
    ['an endless line', { name: 'x'.repeat(201) }],
  ])('refuses %s', async (_name, extra) => {
    const before = await get();
    expectRefusal(await update({ ...moved, ...extra }), 'request/invalid');
    expect(await get()).toEqual(before);
  });

  it('refuses with subscription/canceled', async () => {
    const running = subscriptionId;
    subscriptionId = await createFreeSubscription(app, ada);
    await setStatus(app, subscriptionId, 'canceled');
    expectRefusal(await update(moved), 'subscription/canceled');
    subscriptionId = running;
  });

  it('refuses with billing/provider-unavailable, and shows nothing that the provider does not have', async () => {
    expectDone(await update(billingDetails));
    expectRefusal(await withoutProvider(app, () => update(moved)), 'billing/provider-unavailable');
    expect(await get()).toEqual(billingDetails);
    expectDone(await update(moved));
  });

  it('refuses while another change is open with billing/under-way', async () => {
    const running = subscriptionId;
    subscriptionId = await createFreeSubscription(app, ada);
    await openIntent(app, subscriptionId, ada);
    expectRefusal(await update(moved), 'billing/under-way');
    expect(await get()).toMatchObject({ name: '' });
    subscriptionId = running;
  });

  it('answers the same key as at first; other details by it are billing/key-reused', async () => {
    const send = (details: object) =>
      callable(app, 'updateBillingDetails', {
        data: { subscriptionId, ...details },
        idToken: ada.idToken,
        headers: { 'idempotency-key': 'key' },
      });
    expectDone(await send(moved));
    expectRefusal(await send(billingDetails), 'billing/key-reused');
    for (const details of [billingDetails, moved, billingDetails]) {
      expectDone(await update(details));
    }
    expectDone(await send(moved));
    expect(await get()).toEqual(billingDetails);
  });

  it('is for the owner alone', async () => {
    const joan = await createPerson(app);
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await update(moved, joan), 'access/owner-only');
  });
});

describe('updateBillingDetails, asked for what the provider will never do', () => {
  it('refuses with billing/rejected', () =>
    expectRejected('updateCustomer', async ({ app, idToken, subscriptionId }) => {
      const data = { subscriptionId, ...billingDetails };
      return await callable(app, 'updateBillingDetails', { data, idToken });
    }));
});

describe('updateBillingDetails, where taxes are computed', () => {
  it('refuses with billing/address-incomplete and billing/tax-id-invalid', () =>
    expectTaxRefusals('updateBillingDetails'));
});
