import { setStatus } from '../../harness/factories.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
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
