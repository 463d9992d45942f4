import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCardLimits } from '../../billing/support/card-limits.ts';
import { expectCodeRefusals } from '../../billing/support/code-refusals.ts';
import {
  answerChallenge,
  atProvider,
  billingDetails,
  billingInfo,
  countRows,
  expectDone,
  listChargeable,
  passTime,
  readSubscription,
  settle,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { listAtStripe } from '../../billing/support/sandbox.ts';
import { expectShownSumHeld } from '../../billing/support/shown-sum.ts';
import { expectTaxRefusals } from '../../billing/support/tax-scenes.ts';
import { expectTrialRefusal } from '../../billing/support/trial-scene.ts';
import { expectUndecided } from '../../billing/support/undecided-payment.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember } from '../../harness/factories.ts';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

const pro = { planId: 'pro', billingInfo: billingInfo() };

describe('createSubscription', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
  });
  afterAll(() => app.close());

  const create = (data: unknown, idToken = ada.idToken, key?: string) => {
    const headers = key && { headers: { 'idempotency-key': key } };
    return callable(app, 'createSubscription', { data, idToken, ...headers });
  };

  it('makes the caller the owner, with the default and every admin-level permission', async () => {
    const answer = await create({ planId: 'free' });

    expect(answer.statusCode).toBe(200);
    const { subscriptionId } = answer.json().data;
    const { idToken } = ada;
    const read = await document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });
    expect(read.json()).toEqual({
      id: subscriptionId,
      owner_id: ada.uid,
      owner_name: 'Ada Lovelace',
      plan_id: 'free',
      status: 'active',
      settings: {},
      permissions: { access: [ada.uid], admin: [ada.uid] },
      create_time: expect.any(String),
    });
  });

  it('records who did it and from where', async () => {
    const { subscriptionId } = (await create({ planId: 'free' })).json().data;
    const { rows } = await sql`
      select action, actor_id, address from audit_events e join audit_origins o on o.event_id = e.id
      where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(rows).toEqual([
      { action: 'subscription.created', actor_id: ada.uid, address: '127.0.0.1' },
    ]);
  });

  it.each([
    ['plan/unknown', 'platinum'],
    ['plan/legacy', 'gold'],
    ['billing/card-missing', 'pro'],
    ['billing/card-missing', 'enterprise'],
  ] as const)('refuses with %s', async (code, planId) => {
    const before = await countSubscriptions();
    expectRefusal(await create({ planId }), code);
    expect(await countSubscriptions()).toBe(before);
  });

  it('refuses names of no price with plan/no-such-price, of several with plan/price-ambiguous', async () => {
    const own = await createOwnTestApp({ product: monthlyYearly() });
    const { idToken } = await createPerson(own);
    const buy = (named: object) =>
      callable(own, 'createSubscription', { data: { ...pro, ...named }, idToken });
    expectRefusal(await buy({ frequency: 'week' }), 'plan/no-such-price');
    expectRefusal(await buy({ frequency: 'month' }), 'plan/price-ambiguous');
  });

  it('refuses one free project more than policy.freeProjects with subscription/too-many-free', async () => {
    const own = await createOwnTestApp({ product: { policy: { freeProjects: 1 } } });
    const { idToken } = await createPerson(own);
    const ask = (data: object, key: string) =>
      callable(own, 'createSubscription', { data, idToken, headers: { 'idempotency-key': key } });
    expectDone(await ask({ planId: 'free' }, 'one'));
    expectRefusal(await ask({ planId: 'free' }, 'two'), 'subscription/too-many-free');
    expect(await countRows(own, 'subscriptions')).toBe(1);
    expectDone(await ask(pro, 'three'));
  });

  it('refuses visitors', async () => {
    const answer = await callable(app, 'createSubscription', { data: { planId: 'free' } });
    expect(answer.statusCode).toBe(401);
    expectRefusal(answer, 'auth/unauthenticated');
  });

  it.each([
    [null],
    [{}],
    [{ planId: 7 }],
    [{ planId: 'free', owner_id: 'someone' }],
    [{ planId: 'fr\u0000ee' }],
  ])('refuses the payload %j', async (data) => {
    const answer = await create(data);
    expect(answer.statusCode).toBe(400);
    expectRefusal(answer, 'request/invalid');
  });

  it('refuses paid plans with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken } = await createPerson(own);
    const answer = await callable(own, 'createSubscription', { data: pro, idToken });
    expectRefusal(answer, 'billing/not-set-up');
    expectDone(await callable(own, 'createSubscription', { data: { planId: 'free' }, idToken }));
  });

  it('charges the first week and is active at once', async () => {
    const grace = await createPerson(app);

    const answer = expectDone(await create(pro, grace.idToken));

    expect(answer).toEqual({ subscriptionId: expect.any(String) });
    const id = String(answer.subscriptionId);
    expect(await readSubscription(app, id, grace)).toMatchObject({
      plan_id: 'pro',
      status: 'active',
      permissions: { access: [grace.uid], admin: [grace.uid] },
    });
    expect(await atProvider(app, id)).toMatchObject({
      subscriptions: ['active'],
      invoices: [{ status: 'paid', due: 1000, reason: 'create' }],
      cards: ['4242'],
      email: grace.email,
      details: { name: 'Ada Lovelace' },
    });
  });

  it.each([
    ['balance', { balance: -100_000 }],
    ['tax_exempt', { tax_exempt: 'exempt' }],
    ['metadata', { metadata: { subscriptionId: 'other' } }],
    ['priceId', { priceId: 'price_free_week' }],
    ['amount', { amount: 0 }],
    ['customer', { billingInfo: { ...billingInfo(), customer: 'cus_1' } }],
    ['coupon', { billingInfo: { ...billingInfo(), coupon: 'FREE' } }],
    ['email', { billingInfo: infoWith({ email: 'x@example.com' }) }],
    ['metadata of details', { billingInfo: infoWith({ metadata: {} }) }],
    ['a field of the address', { billingInfo: addressWith({ balance: 1 }) }],
  ])('refuses the smuggled field %s', async (_name, extra) => {
    const before = await countSubscriptions();
    const answer = await create({ ...pro, ...extra });
    expectRefusal(answer, 'request/invalid');
    expect(await countSubscriptions()).toBe(before);
  });

  it.each([
    ['name', infoWith({ name: ' ' })],
    ['line1', addressWith({ line1: '' })],
    ['city', addressWith({ city: ' ' })],
    ['postal_code', addressWith({ postal_code: '' })],
    ['country', addressWith({ country: '' })],
    ['country of three letters', addressWith({ country: 'GBR' })],
    ['country that is none', addressWith({ country: 'ZZ' })],
    ['state where the country has them', addressWith({ country: 'US', state: ' ' })],
  ])('refuses a gap in %s with billing/details-incomplete', async (_name, info) => {
    const before = await countSubscriptions();
    const answer = await create({ planId: 'pro', billingInfo: info });
    expectRefusal(answer, 'billing/details-incomplete');
    expect(await countSubscriptions()).toBe(before);
  });

  it.each([[''], ['  '], ['call me']])(
    'refuses the phone "%s" with billing/phone-missing',
    async (phone) => {
      const answer = await create({ planId: 'pro', billingInfo: infoWith({ phone }) });
      expectRefusal(answer, 'billing/phone-missing');
    },
  );

  it('takes an address without line 2 and state', async () => {
    const { line2: _, ...address } = billingDetails.address;
    const info = infoWith({ address });
    const { subscriptionId } = expectDone(await create({ planId: 'pro', billingInfo: info }));
    expect((await atProvider(app, String(subscriptionId))).details).toMatchObject({
      address: { line2: null, state: null },
    });
  });

  it.each([
    ['pm_card_chargeDeclined', 'Your card was declined.'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
    ['pm_card_chargeCustomerFail', 'Your card was declined.'],
    ['pm_somebody_elses', 'This card can no longer be used. Please enter it again.'],
  ])(
    "refuses %s with billing/card-refused in the provider's sentence, and no project is left",
    async (card, sentence) => {
      const grace = await createPerson(app);
      const leftBefore = await countLeft();

      const answer = await create({ planId: 'pro', billingInfo: billingInfo(card) }, grace.idToken);

      expectRefusal(answer, 'billing/card-refused', sentence);
      expect(await countLeft()).toEqual(leftBefore);
      expect(await listChargeable(app, grace)).toEqual([]);
      expectDone(await create(pro, grace.idToken));
    },
  );

  describe('again', () => {
    it('answers what it answered to the same key and body, however much later', async () => {
      let grace = await createPerson(app);
      const first = expectDone(await create(pro, grace.idToken, 'one'));
      expect(expectDone(await create(pro, grace.idToken, 'one'))).toEqual(first);
      grace = await passTime(app, 2 * 3_600_000, grace);
      expect(expectDone(await create(pro, grace.idToken, 'one'))).toEqual(first);
      const id = String(first.subscriptionId);
      expect((await atProvider(app, id)).invoices).toHaveLength(1);
    });

    it('answers a refusal again too, although the same card would go through now', async () => {
      const grace = await createPerson(app);
      const declined = { planId: 'pro', billingInfo: billingInfo('pm_card_chargeCustomerFail') };
      const first = await create(declined, grace.idToken, 'declined');
      expectRefusal(first, 'billing/card-refused', 'Your card was declined.');
      const calls = (await listAtStripe(app, '/v1/customers')).length;

      const second = await create(declined, grace.idToken, 'declined');
      expect(second.body).toBe(first.body);
      expect(await listAtStripe(app, '/v1/customers')).toHaveLength(calls);
      expectRefusal(await create(pro, grace.idToken, 'declined'), 'billing/key-reused');
    });

    it('refuses the key with another body, and with any key of another person is a new one', async () => {
      const [grace, joan] = [await createPerson(app), await createPerson(app)];
      const first = expectDone(await create({ planId: 'free' }, grace.idToken, 'key'));
      expect(expectDone(await create({ planId: 'free' }, grace.idToken, 'key'))).toEqual(first);
      expectRefusal(await create(pro, grace.idToken, 'key'), 'billing/key-reused');
      const other = expectDone(await create({ planId: 'free' }, joan.idToken, 'key'));
      expect(other).not.toEqual(first);
    });

    it.each([
      ['free', { planId: 'free' }],
      ['paid', pro],
    ])(
      'without a key counts equal ones as one within a minute, on a %s plan',
      async (_name, data) => {
        const grace = await createPerson(app);
        const first = expectDone(await create(data, grace.idToken));
        app.clock.advance(55_000);
        expect(expectDone(await create(data, grace.idToken))).toEqual(first);
        app.clock.advance(6_000);
        expect(expectDone(await create(data, grace.idToken))).not.toEqual(first);
      },
    );

    it.each([
      ['with a key', 'twice'],
      ['without', undefined],
    ])('at once makes one subscription and one charge, %s', async (_name, key) => {
      const grace = await createPerson(app);
      const answers = await Promise.all([1, 2, 3, 4].map(() => create(pro, grace.idToken, key)));
      const ids = answers.map((answer) => expectDone(answer).subscriptionId);
      expect(new Set(ids).size).toBe(1);
      const { rows } = await sql`
        select id from subscriptions where owner_id = ${grace.uid}`.execute(app.db);
      expect(rows).toHaveLength(1);
      const { invoices, subscriptions } = await atProvider(app, String(ids[0]));
      expect([invoices.length, subscriptions.length]).toEqual([1, 1]);
    });
  });

  it('refuses with billing/provider-unavailable while nobody answers, and goes on by itself, once', async () => {
    let grace = await createPerson(app);
    const answer = await withoutProvider(app, () => create(pro, grace.idToken, 'away'));
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(answer.statusCode).toBe(503);
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from subscriptions where owner_id = ${grace.uid}`.execute(app.db);
    expect(rows).toMatchObject([{ status: 'incomplete' }]);
    const id = rows[0]?.id ?? '';

    grace = await passTime(app, 60_000, grace);
    await settle(app);

    expect(await readSubscription(app, id, grace)).toMatchObject({ status: 'active' });
    expect((await atProvider(app, id)).invoices).toMatchObject([{ status: 'paid' }]);
    expect(expectDone(await create(pro, grace.idToken, 'away'))).toEqual({ subscriptionId: id });
  });

  it('creates another one where the first was canceled meanwhile', async () => {
    const grace = await createPerson(app);
    const first = expectDone(await create({ planId: 'free' }, grace.idToken));
    expect(expectDone(await create({ planId: 'free' }, grace.idToken))).toEqual(first);
    const { subscriptionId } = first;
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { data, idToken: grace.idToken }));
    const second = expectDone(await create({ planId: 'free' }, grace.idToken));
    expect(second).not.toEqual(first);
    expect(expectDone(await create({ planId: 'free' }, grace.idToken))).toEqual(second);
  });

  it('takes back by itself what is declined once the provider answers again', async () => {
    const grace = await createPerson(app);
    const data = { planId: 'pro', billingInfo: billingInfo('pm_card_chargeDeclined') };
    await withoutProvider(app, () => create(data, grace.idToken));
    const before = await countSubscriptions();
    await passTime(app, 60_000, grace);
    expect(Number(await countSubscriptions())).toBe(Number(before) - 1);
    expectRefusal(await create(data, grace.idToken), 'billing/card-refused', 'Your card');
  });

  describe('with a card whose bank asks', () => {
    async function begin() {
      const grace = await createPerson(app);
      const data = { planId: 'pro', billingInfo: billingInfo('pm_card_authenticationRequired') };
      const answer = expectDone(await create(data, grace.idToken));
      const { subscriptionId, clientSecret } = answer as Record<string, string>;
      return { grace, subscriptionId: subscriptionId ?? '', clientSecret: clientSecret ?? '' };
    }

    it('waits as incomplete, for its owner alone', async () => {
      const { grace, subscriptionId, clientSecret } = await begin();
      expect(clientSecret).toMatch(/^pi_/);
      expect((await readSubscription(app, subscriptionId, grace)).status).toBe('incomplete');
      const joan = await createPerson(app);
      await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
      const seen = await document(app, `GET /v1/subscriptions/${subscriptionId}`, joan);
      expectRefusal(seen, 'access/denied');
      const { invoices } = await atProvider(app, subscriptionId);
      expect(invoices).toMatchObject([{ status: 'open' }]);
    });

    it('is active once the person has agreed', async () => {
      const { grace, subscriptionId, clientSecret } = await begin();
      expect((await answerChallenge(app, clientSecret, true)).statusCode).toBe(200);
      await app.app.runJobs();
      expect((await readSubscription(app, subscriptionId, grace)).status).toBe('active');
      const { invoices } = await atProvider(app, subscriptionId);
      expect(invoices).toMatchObject([{ status: 'paid', due: 1000 }]);
    });

    it('stays incomplete when the person says no, and ends after 23 hours', async () => {
      const { subscriptionId, clientSecret, grace: owner } = await begin();
      expect((await answerChallenge(app, clientSecret, false)).statusCode).toBe(200);
      await app.app.runJobs();
      expect((await readSubscription(app, subscriptionId, owner)).status).toBe('incomplete');
      let grace = await passTime(app, 22 * 3_600_000, owner);
      expect((await readSubscription(app, subscriptionId, grace)).status).toBe('incomplete');
      grace = await passTime(app, 3_600_000 + 60_000, owner);
      expect((await readSubscription(app, subscriptionId, grace)).status).toBe('canceled');
      const { invoices } = await atProvider(app, subscriptionId);
      expect(invoices).toMatchObject([{ status: 'void' }]);
    });
  });

  const countSubscriptions = () => countRows(app, 'subscriptions');

  const tables = ['subscriptions', 'memberships', 'billing_accounts', 'invoices'];
  const countLeft = () => Promise.all(tables.map((table) => countRows(app, table)));
});

const infoWith = (fields: object) => ({
  ...billingInfo(),
  billingDetails: { ...billingDetails, ...fields },
});
const addressWith = (fields: object) =>
  infoWith({ address: { ...billingDetails.address, ...fields } });

describe('createSubscription, asked for what the provider will never do', () => {
  const paid = { planId: 'enterprise', billingInfo: billingInfo() };

  const askFor = ({ app, idToken }: { app: TestApp; idToken: string }) =>
    callable(app, 'createSubscription', { data: paid, idToken });

  it('refuses with billing/rejected', () => expectRejected('startSubscription', askFor));

  it('purchase superseded by a cancellation: refused with subscription/canceled', async () => {
    const own = await createOwnTestApp({});
    const ada = await createPerson(own);
    const wanted = { ...ada, headers: { 'idempotency-key': 'one' }, data: paid };
    const ask = () => callable(own, 'createSubscription', wanted);
    expectRefusal(await withoutProvider(own, ask), 'billing/provider-unavailable');
    own.clock.advance(6 * 60_000);
    const { rows } = await sql<{ id: string }>`select id from subscriptions`.execute(own.db);
    const data = { subscriptionId: rows[0]?.id, confirmationId: rows[0]?.id };
    expectDone(await callable(own, 'cancelSubscription', { ...ada, data }));
    expectRefusal(await ask(), 'subscription/canceled');
  });

  it.each([
    ['billing/too-many-attempts, billing/verification-required', expectCardLimits],
    ['billing/address-incomplete, billing/tax-id-invalid', expectTaxRefusals],
    ['billing/code-invalid, billing/too-many-codes, billing/under-way', expectCodeRefusals],
    ['billing/trial-used', expectTrialRefusal],
    ['billing/preview-outdated', expectShownSumHeld],
  ])('refuses with %s', (_codes, expectRefusals) => expectRefusals('createSubscription'));

  it('refuses with billing/payment-processing while a bank decides', () =>
    expectUndecided('createSubscription'));
});
