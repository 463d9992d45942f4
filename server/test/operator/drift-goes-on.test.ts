import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drift } from '../../src/operator-billing.ts';
import { createPaidSubscription, settle } from '../billing/support/payment-scenes.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/wire-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ logger: false });
});
afterAll(() => app.close());

/** `billing drift` with a configuration that has lost the plan that both pay. */
async function driftWithoutPro() {
  const { config, db, clock } = app;
  const plans = config.product.plans.filter(({ id }) => id !== 'pro');
  const product = { ...config.product, plans };
  const location = await findLocation(app);
  return await drift({ config: { ...config, product }, db, clock, location });
}

it('compares the other projects when one cannot be compared, names that one and fails', async () => {
  const ids = [
    await createPaidSubscription(app, await createPerson(app)),
    await createPaidSubscription(app, await createPerson(app)),
  ];
  await settle(app);
  // An older version left rows like this: nobody knows any more what was sold.
  await sql`
    update sandbox.subscriptions set sold_amount = null where reference = ${ids[0]}`.execute(
    app.db,
  );
  const { text, exitCode } = await driftWithoutPro();
  expect(exitCode).toBe(1);
  const reason = 'The sandbox has no plan with the prices price_pro_week.';
  expect(text.split('\n')).toEqual([
    `${ids[1]}: plan is pro here, price_pro_week at the provider.`,
    `${ids[0]} could not be compared: ${reason}`,
    `Other subscriptions could not be compared: ${reason}`,
    '1 subscription compared.',
  ]);
});
