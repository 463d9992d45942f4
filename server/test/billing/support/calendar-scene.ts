import type { HearthConfig } from '@hearth/contract';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson } from '../../harness/wire-client.ts';
import { billingInfo, expectDone, passTime, settle } from './payment-scenes.ts';

/** A subscriber of Pro in usd since Jan 31, 2027, 10:00 UTC, with the calls that an owner makes. */
export async function beginOnJan31(
  frequency: 'month' | 'year',
  downgrade?: HearthConfig['billing']['downgrade'],
) {
  const startsAt = new Date('2027-01-31T10:00:00Z');
  const billing = {
    cancel: 'ask' as const,
    promotionCodes: false,
    ...(downgrade && { downgrade }),
  };
  const app = await createOwnTestApp({ product: { ...monthlyYearly(), billing }, startsAt });
  let ada = await createPerson(app);
  const data = { planId: 'pro', frequency, currency: 'usd', billingInfo: billingInfo() };
  const bought = await callable(app, 'createSubscription', { ...ada, data });
  const subscriptionId = String(expectDone(bought).subscriptionId);
  await settle(app);
  return {
    app,
    subscriptionId,
    owner: () => ada,
    call: async (name: string, more: object = {}) =>
      expectDone(await callable(app, name, { ...ada, data: { subscriptionId, ...more } })),
    async passTo(instant: string) {
      ada = await passTime(app, Date.parse(instant) - app.clock.now().getTime(), ada);
    },
  };
}
