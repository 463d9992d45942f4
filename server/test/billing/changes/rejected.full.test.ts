import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import {
  addCard,
  atProvider,
  billingDetails,
  billingInfo,
  countRows,
  createPaidSubscription,
  expectDone,
  findCards,
  listChargeable,
  passTime,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';
import { away, createUnrulyProvider, reject } from '../support/unruly-provider.ts';

const hourMs = 3_600_000;

let app: TestApp;
const lines: object[] = [];
const { steps, wrap } = createUnrulyProvider();
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = await createTestApp({ payments: wrap, logger: { level: 'warn', stream } });
});
afterEach(() => steps.clear());
afterAll(() => app.close());

const countOpen = async () => {
  const { rows } = await sql`select id from intents where status = 'open'`.execute(app.db);
  return rows.length;
};

describe('what the provider will never do as asked', () => {
  it('ends a creation with billing/rejected, and no project is left', async () => {
    const ada = await createPerson(app);
    steps.set('startSubscription', reject);
    const data = { planId: 'pro', billingInfo: billingInfo() };
    expectRefusal(await callable(app, 'createSubscription', { ...ada, data }), 'billing/rejected');
    steps.clear();
    expect(await countOpen()).toBe(0);
    expect(await countRows(app, 'subscriptions')).toBe(0);
    expect(await listChargeable(app, ada)).toEqual([]);
  });

  it('does not stand in the way of an end', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    steps.set('changePrices', reject);
    const data = { subscriptionId, planId: 'enterprise' };
    const answer = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expectRefusal(answer, 'billing/rejected');
    expect(await countOpen()).toBe(0);
    const end = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { ...ada, data: end }));
    expect((await atProvider(app, subscriptionId)).subscriptions).toEqual(['canceled']);
  });
});

describe('a plan change that the provider will never make', () => {
  const bought = async () => {
    const ada = await createPerson(app);
    return { ada, subscriptionId: await createPaidSubscription(app, ada) };
  };
  const changeWith = (subscriptionId: string, paymentMethodId: string) => ({
    subscriptionId,
    planId: 'enterprise',
    billingInfo: {
      billingDetails: { ...billingDetails, name: 'Ada King' },
      paymentMethodId,
    },
  });

  it('keeps the new address, and the card that was charged', async () => {
    const { ada, subscriptionId } = await bought();
    const mastercard = await addCard(app, { subscriptionId, idToken: ada.idToken });
    steps.set('changePrices', reject);
    const data = changeWith(subscriptionId, mastercard);
    const answer = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expectRefusal(answer, 'billing/rejected');
    expect(await atProvider(app, subscriptionId)).toMatchObject({
      details: { name: 'Ada King' },
    });
    const cards = await findCards(app, subscriptionId, ada);
    expect(cards.map(({ card, isDefault }) => [card.last4, isDefault])).toEqual([
      ['4242', true],
      ['4444', false],
    ]);
  });

  it('is over, and the operator is told, where the default card cannot be restored', async () => {
    const { ada, subscriptionId } = await bought();
    steps.set('changePrices', reject);
    steps.set('setDefaultCard', async (act) => {
      steps.set('setDefaultCard', reject);
      return await act();
    });
    lines.length = 0;
    const data = changeWith(subscriptionId, 'pm_card_mastercard');
    const answer = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expectRefusal(answer, 'billing/rejected');
    expect(await countOpen()).toBe(0);
    expect(lines.map((line) => 'msg' in line && line.msg)).toContain('default card not restored');
  });

  it('waits while the provider does not say whether it was made', async () => {
    const { ada, subscriptionId } = await bought();
    steps.set('changePrices', reject);
    steps.set('findSubscription', away);
    const data = { subscriptionId, planId: 'enterprise' };
    const answer = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(await countOpen()).toBe(1);
    steps.delete('findSubscription');
    await settle(app);
    expect(await countOpen()).toBe(0);
  });
});

describe('what is done', () => {
  it('is no failure where the provider cannot show it at once', async () => {
    const ada = await createPerson(app);
    steps.set('listInvoices', away);
    const data = { planId: 'pro', billingInfo: billingInfo() };
    const { subscriptionId } = expectDone(
      await callable(app, 'createSubscription', { ...ada, data }),
    );
    steps.clear();
    await settle(app);
    expect(await readSubscription(app, String(subscriptionId), ada)).toMatchObject({
      status: 'active',
    });
  });
});

describe('a question that the provider will never answer', () => {
  it('is refused, and the operator is told why', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    steps.set('previewChange', reject);
    lines.length = 0;
    const data = { subscriptionId, planId: 'enterprise' };
    const answer = await callable(app, 'previewPlanChange', { ...ada, data });
    expectRefusal(answer, 'billing/rejected');
    expect(lines).toMatchObject([
      { level: 40, refusal: 'billing/rejected', err: { message: 'rejected' } },
    ]);
  });
});

describe('a creation that nobody could finish for 20 hours', () => {
  const headers = { 'idempotency-key': 'one-purchase' };
  const data = { planId: 'pro', billingInfo: billingInfo() };

  it('is over, since the provider no longer knows its key; it can be asked for anew', async () => {
    let ada = await createPerson(app);
    steps.set('startSubscription', away);
    const ask = () => callable(app, 'createSubscription', { ...ada, data, headers });
    expectRefusal(await ask(), 'billing/provider-unavailable');
    ada = await passTime(app, 19 * hourMs, ada);
    expect(await countOpen()).toBe(1);
    ada = await passTime(app, 2 * hourMs, ada);
    expect(await countOpen()).toBe(0);
    steps.clear();
    expectRefusal(await ask(), 'billing/rejected');
    const { subscriptionId } = expectDone(
      await callable(app, 'createSubscription', { ...ada, data }),
    );
    const { invoices } = await atProvider(app, String(subscriptionId));
    expect(invoices.map(({ status }) => status)).toEqual(['paid']);
  });

  it('is done, where the provider had acted and could not say so', async () => {
    let ada = await createPerson(app);
    steps.set('startSubscription', async (act) => {
      await act();
      return await away();
    });
    const ask = () => callable(app, 'createSubscription', { ...ada, data, headers });
    expectRefusal(await ask(), 'billing/provider-unavailable');
    steps.set('findSubscription', away);
    ada = await passTime(app, 21 * hourMs, ada);
    expect(await countOpen()).toBe(1);
    steps.clear();
    ada = await passTime(app, hourMs, ada);
    const { subscriptionId } = expectDone(await ask());
    expect(await readSubscription(app, String(subscriptionId), ada)).toMatchObject({
      status: 'active',
    });
    const { subscriptions, invoices } = await atProvider(app, String(subscriptionId));
    expect(subscriptions).toEqual(['active']);
    expect(invoices.map(({ status }) => status)).toEqual(['paid']);
  });
});
