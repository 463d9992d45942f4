import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callable, createPerson, document, expectRefusal } from '../../harness/wire-client.ts';
import { billingInfo, expectDone, settle, weekMs } from '../support/payment-scenes.ts';
import type { StripeScene } from '../support/stripe-app.ts';
import {
  atStripe,
  confirmSlowly,
  decide,
  owe,
  payBy,
  slowCard,
} from '../support/undecided-payment.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const processing = 'billing/payment-processing';

describe('a payment on which the bank decides later', () => {
  it.each([
    [true, ['pro active']],
    [false, []],
  ])('a purchase, which the bank accepts: %s', (isPaid, projects) =>
    atStripe(async ({ app }, emulator) => {
      const buyer = await createPerson(app, 'Grace');
      const data = { planId: 'pro', billingInfo: billingInfo(slowCard) };
      const asked = { data, idToken: buyer.idToken };
      expectRefusal(await callable(app, 'createSubscription', asked), processing);
      const list = async () => {
        const answer = await document(app, 'GET /v1/subscriptions', buyer);
        const { subscriptions } = answer.json() as { subscriptions: Plan[] };
        return subscriptions.map(({ plan_id, status }) => `${plan_id} ${status}`);
      };
      expect(await list()).toEqual(['pro incomplete']);
      await decide(emulator, isPaid);
      app.clock.advance(2 * minuteMs);
      await settle(app);
      expect(await list()).toEqual(projects);
    }),
  );

  it.each([
    [true, 'enterprise active', ['paid', 'paid']],
    [false, 'pro active', ['paid']],
  ])('a plan change, which the bank accepts: %s', (isPaid, plan, invoices) =>
    atStripe(async (scene, emulator) => {
      const change = { planId: 'enterprise', billingInfo: billingInfo(slowCard) };
      expectRefusal(await scene.ask('changeSubscriptionPlan', change), processing);
      await scene.pass(minuteMs);
      expect(await readPlan(scene)).toBe('pro active');
      await decide(emulator, isPaid);
      await scene.pass(3 * minuteMs);
      expect(await readPlan(scene)).toBe(plan);
      expect(await listStatuses(scene)).toEqual(invoices);
    }),
  );

  it.each([
    [true, 'enterprise active', ['paid', 'paid']],
    [false, 'pro active', ['paid']],
  ])(
    'a plan change that is older than its keys, which the bank accepts: %s',
    (isPaid, plan, invoices) =>
      atStripe(async (scene, emulator) => {
        const change = { planId: 'enterprise', billingInfo: billingInfo(slowCard) };
        expectRefusal(await scene.ask('changeSubscriptionPlan', change), processing);
        await scene.pass(21 * hourMs);
        expect(await listIntents(scene)).toEqual(['change-plan open']);
        await decide(emulator, isPaid);
        await scene.pass(3 * minuteMs);
        expect(await listIntents(scene)).toEqual([`change-plan ${isPaid ? 'done' : 'refused'}`]);
        expect(await readPlan(scene)).toBe(plan);
        expect(await listStatuses(scene)).toEqual(invoices);
      }),
  );

  it('a first payment that is given up: is canceled once the bank has declined it', () =>
    atStripe(async (scene, emulator) => {
      const { app } = scene;
      const buyer = await createPerson(app, 'Grace');
      const asked = { planId: 'pro', billingInfo: billingInfo('pm_card_authenticationRequired') };
      const begun = await callable(app, 'createSubscription', { data: asked, ...buyer });
      const { subscriptionId, clientSecret } = expectDone(begun);
      await confirmSlowly(emulator, String(clientSecret));
      const data = { subscriptionId };
      const abandon = () => callable(app, 'abandonSubscription', { data, ...buyer });
      expectRefusal(await abandon(), processing);
      await decide(emulator, false);
      await scene.pass(3 * minuteMs);
      expect(
        await readPlan({ ...scene, subscriptionId: String(subscriptionId), owner: () => buyer }),
      ).toBe('pro canceled');
    }));

  it.each([
    [true, 'pro active', ['paid', 'paid']],
    [false, 'pro past_due', ['open', 'paid']],
  ])('a renewal, with access meanwhile, which the bank accepts: %s', (isPaid, plan, invoices) =>
    atStripe(async (scene, emulator) => {
      await owe(scene, slowCard);
      expect(await readPlan(scene)).toBe('pro active');
      expect(await listStatuses(scene)).toEqual(['open', 'paid']);
      await decide(emulator, isPaid);
      await scene.pass(2 * minuteMs);
      expect(await readPlan(scene)).toBe(plan);
      expect(await listStatuses(scene)).toEqual(invoices);
    }),
  );

  it('a debt: stays owed, is not paid twice, and is paid when the bank says so', () =>
    atStripe(async (scene, emulator) => {
      await owe(scene, 'pm_card_chargeCustomerFail');
      await payBy(scene, slowCard);
      expectRefusal(await scene.ask('resumePayment'), processing);
      expect(await readPlan(scene)).toBe('pro past_due');
      await decide(emulator, true);
      await scene.pass(minuteMs);
      expect(await readPlan(scene)).toBe('pro active');
      expectRefusal(await scene.ask('resumePayment'), 'billing/nothing-to-pay');
    }));

  it.each([
    [true, ['paid', 'paid']],
    [false, ['uncollectible', 'paid']],
  ])('a cancellation is done once the bank has decided, whether it pays: %s', (isPaid, invoices) =>
    atStripe(async (scene, emulator) => {
      await owe(scene, slowCard);
      await scene.pass(weekMs / 2);
      const cancel = { confirmationId: scene.subscriptionId };
      expectRefusal(await scene.ask('cancelSubscription', cancel), processing);
      await decide(emulator, isPaid);
      await scene.pass(3 * minuteMs);
      expect(await readPlan(scene)).toBe('pro canceled');
      expect(await listStatuses(scene)).toEqual(invoices);
    }),
  );
});

interface Plan {
  readonly plan_id: string;
  readonly status: string;
}

async function readPlan({ app, subscriptionId, owner }: StripeScene): Promise<string> {
  const answer = await document(app, `GET /v1/subscriptions/${subscriptionId}`, owner());
  const { plan_id, status } = answer.json() as Plan;
  return `${plan_id} ${status}`;
}

async function listIntents({ app }: StripeScene): Promise<string[]> {
  const { rows } = await sql<{ kind: string; status: string }>`
    select kind, status from intents where kind = 'change-plan'`.execute(app.db);
  return rows.map(({ kind, status }) => `${kind} ${status}`);
}

async function listStatuses({ app, subscriptionId, owner }: StripeScene): Promise<string[]> {
  const path = `GET /v1/subscriptions/${subscriptionId}/invoices` as const;
  const { invoices } = (await document(app, path, owner())).json() as { invoices: Plan[] };
  return invoices.map(({ status }) => status);
}
