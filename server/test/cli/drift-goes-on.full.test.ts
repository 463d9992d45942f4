import { afterAll, beforeAll, expect, it } from 'vitest';
import { drift } from '../../src/cli/billing.ts';
import type { PaymentProvider } from '../../src/modules/billing/index.ts';
import { createPaidSubscription, settle } from '../billing/support/payment-scenes.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/wire-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ logger: false });
});
afterAll(() => app.close());

const reason = 'The answer cannot be read.';

/** The provider with an answer about one subscription, and in its list, that this version cannot read. */
const wrap = (unreadable: string) => (real: PaymentProvider) => ({
  ...real,
  async listSubscriptions(customerId: string) {
    const found = await real.listSubscriptions(customerId);
    if (found.some(({ subscriptionId }) => subscriptionId === unreadable)) {
      throw new Error(reason);
    }
    return found;
  },
  async listRunning(): Promise<never> {
    throw new Error(reason);
  },
});

it('compares the other projects when one cannot be compared, names that one and fails', async () => {
  const ids = [
    await createPaidSubscription(app, await createPerson(app)),
    await createPaidSubscription(app, await createPerson(app)),
  ];
  await settle(app);
  const { config, db, clock } = app;
  const plans = config.product.plans.filter(({ id }) => id !== 'pro');
  const product = { ...config.product, plans };
  const location = await findLocation(app);
  const own = { config: { ...config, product }, db, clock, location };
  const { text, exitCode } = await drift({ ...own, wrap: wrap(ids[0] ?? '') });
  expect(exitCode).toBe(1);
  expect(text.split('\n')).toEqual([
    `${ids[1]}: plan is pro here, price_pro_week at the provider.`,
    `${ids[0]} could not be compared: ${reason}`,
    `Other subscriptions could not be compared: ${reason}`,
    '1 subscription compared.',
  ]);
});
