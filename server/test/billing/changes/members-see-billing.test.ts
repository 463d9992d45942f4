import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import { billingInfo, createPaidSubscription } from '../support/payment-scenes.ts';

describe.each([
  ['all', true, true],
  ['summary', true, false],
  ['none', false, false],
] as const)('policy.membersSeeBilling %s', (membersSeeBilling, seesSums, seesInvoices) => {
  let app: TestApp;
  let owner: Person;
  let member: Person;
  let admin: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp({ product: { policy: { membersSeeBilling } } });
    owner = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, owner);
    member = await createPerson(app);
    admin = await createPerson(app);
    await addMember(app, { subscriptionId, uid: member.uid, permissions: ['access', 'editor'] });
    await addMember(app, { subscriptionId, uid: admin.uid, permissions: ['access', 'admin'] });
  });
  afterAll(() => app.close());

  const call = (name: string, { idToken }: Person) =>
    callable(app, name, { data: { subscriptionId }, idToken });
  const get = (path: string, { idToken }: Person) =>
    app.server.inject({ url: path, headers: { authorization: `Bearer ${idToken}` } });
  const read = (name: string, person: Person) =>
    name === 'listInvoices'
      ? get(`/v1/subscriptions/${subscriptionId}/invoices`, person)
      : call(name, person);

  it.each([
    ['getBillingSummary', seesSums],
    ['getSpending', seesInvoices],
    ['listInvoices', seesInvoices],
  ])('%s answers members: %s', async (name, isSeen) => {
    const answer = await read(name, member);
    if (isSeen) {
      expect(answer.statusCode, answer.body).toBe(200);
    } else {
      expectRefusal(answer, 'access/denied');
    }
    for (const person of [owner, admin]) {
      expect((await read(name, person)).statusCode).toBe(200);
    }
  });

  it(`shows members the sums in documents: ${seesSums}`, async () => {
    const money = ['price', 'frequency', 'currency'];
    const [listed] = (await get('/v1/subscriptions', member)).json().subscriptions;
    const document = (await get(`/v1/subscriptions/${subscriptionId}`, member)).json();
    const shown = money.filter((field) => field in listed);
    expect(shown).toEqual(seesSums ? money : []);
    expect('frequency' in document).toBe(seesSums);
    expect('currency' in document).toBe(seesSums);
    expect(listed.next_charge).toEqual(
      seesSums ? { date: expect.any(String), total: { amount: 1_000, currency: 'usd' } } : null,
    );
    expect([listed.card, listed.owed]).toEqual([null, null]);
    const [whole] = (await get('/v1/subscriptions', admin)).json().subscriptions;
    expect(whole).toMatchObject({ price: { amount: 1_000 }, card: { last4: '4242' } });
  });
});

it('policy.phone optional: a purchase goes without a phone', async () => {
  const app = await createOwnTestApp({ product: { policy: { phone: 'optional' } } });
  const { idToken } = await createPerson(app);
  const { billingDetails, paymentMethodId } = billingInfo();
  const info = { billingDetails: { ...billingDetails, phone: '' }, paymentMethodId };
  const data = { planId: 'pro', billingInfo: info };
  const bought = await callable(app, 'createSubscription', { data, idToken });
  const { subscriptionId } = bought.json().data;
  const answer = await callable(app, 'getBillingDetails', { data: { subscriptionId }, idToken });
  expect(answer.json().data.phone).toBe('');
});
