import { setStatus } from '../../harness/factories.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
} from '../../harness/wire-client.ts';
import { billingInfo, expectDone } from './payment-scenes.ts';

/** A purchase is refused a moment after an equal one whose project has ended, for invalid codes, and after many of these. */
export async function expectCodeRefusals(): Promise<void> {
  const product = { billing: { cancel: 'now' as const, promotionCodes: true } };
  const app = await createOwnTestApp({ product, env: { RATE_LIMITS: 'on' } });
  const { idToken } = await createPerson(app);
  const buy = (promotionCode: string) => {
    const data = { planId: 'pro', billingInfo: billingInfo(), promotionCode };
    return callable(app, 'createSubscription', { data, idToken });
  };
  const { subscriptionId } = expectDone(await buy('HALF'));
  await setStatus(app, String(subscriptionId), 'canceled');
  expectRefusal(await buy('HALF'), 'billing/under-way');
  for (let round = 0; round < 10; round += 1) {
    expectRefusal(await buy(`GUESS-${round}`), 'billing/code-invalid');
  }
  expectRefusal(await buy('GIFT'), 'billing/too-many-codes');
}

/** A first payment of a free project is refused for invalid codes, and after many of these. */
export async function expectFreeCodeRefusals(
  call: 'previewPlanChange' | 'changeSubscriptionPlan',
): Promise<void> {
  const product = { billing: { cancel: 'now' as const, promotionCodes: true } };
  const app = await createOwnTestApp({ product, env: { RATE_LIMITS: 'on' } });
  const person = await createPerson(app);
  const { idToken } = person;
  const subscriptionId = await createFreeSubscription(app, person);
  const ask = (promotionCode: string) => {
    const data = { subscriptionId, planId: 'pro', promotionCode };
    return callable(app, call, { data, idToken });
  };
  for (let round = 0; round < 10; round += 1) {
    expectRefusal(await ask(`GUESS-${round}`), 'billing/code-invalid');
  }
  expectRefusal(await ask('GIFT'), 'billing/too-many-codes');
}
