import { sql } from 'kysely';
import { callAs, createOperator, operatedEnv } from '../../harness/operators.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import { createVerifiedPerson } from '../../harness/wire-client.ts';
import { createPaidSubscription, raisePro, settle } from './payment-scenes.ts';

interface Raising {
  readonly raise?: typeof raisePro;
  readonly startsAt?: Date;
  /** Seams of the process that runs after the raise. */
  readonly seams?: Parameters<typeof openSecondApp>[2];
}

/** A subscriber of Pro at 10 dollars a week, after the price was raised, and an operator who can move them. */
export async function beginRaised({
  raise = raisePro,
  startsAt = new Date(),
  seams = {},
}: Raising = {}) {
  const own = await createOwnTestApp({ logger: false, env: operatedEnv, startsAt });
  const [by, payer] = [await createOperator(own), await createVerifiedPerson(own)];
  const id = await createPaidSubscription(own, payer);
  await settle(own);
  const plans = own.config.product.plans.map(raise);
  const config = { ...own.config, product: { ...own.config.product, plans } };
  const shop: TestApp = { ...(await openSecondApp({ ...own, config }, undefined, seams)), config };
  return {
    shop,
    payer,
    id,
    set: (columns: ReturnType<typeof sql>) =>
      sql`update billing_accounts set ${columns} where subscription_id = ${id}`.execute(shop.db),
    move: (more: object = {}) =>
      callAs(shop, by, `POST /subscriptions/${id}/acts`, {
        act: 'move-price',
        reason: 'Asked',
        seen: 0,
        ...more,
      }),
    look: async () =>
      (await callAs(shop, by, `POST /subscriptions/${id}/look`, { reason: 'Asked' })).json(),
  };
}
