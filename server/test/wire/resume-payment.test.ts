import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerChallenge, billingInfo, createPaidSubscription } from '../billing.ts';
import { addMember } from '../factories.ts';
import { expectDone, passTime, readSubscription, withoutProvider } from '../payment-scenes.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../wire-client.ts';

const dayMs = 86_400_000;

describe('resumePayment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const asking = billingInfo('pm_card_authenticationRequired');
  const resume = (subscriptionId: string, { idToken }: Person, more = {}) =>
    callable(app, 'resumePayment', { data: { subscriptionId, ...more }, idToken });

  async function begin() {
    const ada = await createPerson(app);
    const data = { planId: 'pro', billingInfo: asking };
    const answer = await callable(app, 'createSubscription', { data, idToken: ada.idToken });
    const { subscriptionId, clientSecret } = expectDone(answer);
    return { ada, subscriptionId: String(subscriptionId), clientSecret: String(clientSecret) };
  }

  it('answers the secret of a first payment again, and it can be finished', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();
    const answer = expectDone(await resume(subscriptionId, ada));
    expect(answer).toEqual({ clientSecret });
    await answerChallenge(app, String(answer.clientSecret), true);
    await app.app.runJobs();
    expect((await readSubscription(app, subscriptionId, ada)).status).toBe('active');
    expectRefusal(await resume(subscriptionId, ada), 'billing/nothing-to-pay');
  });

  it('answers the secret of a plan change that waits, from a free and from a paid plan', async () => {
    const ada = await createPerson(app);
    const { idToken } = ada;
    const free = await createFreeSubscription(app, ada);
    const paid = await createPaidSubscription(app, ada);
    for (const subscriptionId of [free, paid]) {
      const data = { subscriptionId, planId: 'enterprise', billingInfo: asking };
      const change = expectDone(await callable(app, 'changeSubscriptionPlan', { data, idToken }));
      expect(change.clientSecret).toMatch(/^pi_/);
      expect(expectDone(await resume(subscriptionId, ada))).toEqual(change);
    }
  });

  it('refuses with billing/nothing-to-pay where nothing waits', async () => {
    const ada = await createPerson(app);
    expectRefusal(
      await resume(await createFreeSubscription(app, ada), ada),
      'billing/nothing-to-pay',
    );
    expectRefusal(
      await resume(await createPaidSubscription(app, ada), ada),
      'billing/nothing-to-pay',
    );
    const scene = await begin();
    const later = await passTime(app, dayMs, scene.ada);
    expectRefusal(await resume(scene.subscriptionId, later), 'billing/nothing-to-pay');
  });

  it('refuses with billing/provider-unavailable while nobody answers', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();
    const answer = await withoutProvider(app, () => resume(subscriptionId, ada));
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(expectDone(await resume(subscriptionId, ada))).toEqual({ clientSecret });
  });

  it('is for the owner alone', async () => {
    const [ada, joan] = [await createPerson(app), await createPerson(app)];
    const subscriptionId = await createPaidSubscription(app, ada);
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await resume(subscriptionId, joan), 'access/owner-only');
    const incomplete = await begin();
    expectRefusal(await resume(incomplete.subscriptionId, joan), 'access/denied');
    expectRefusal(await resume(subscriptionId, ada, { customer: 'cus_1' }), 'request/invalid');
  });
});
