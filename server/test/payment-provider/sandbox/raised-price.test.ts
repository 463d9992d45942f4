import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import {
  createSandboxProvider,
  type SandboxPlan,
} from '../../../src/modules/billing/providers/sandbox/index.ts';
import { newKey, nextTotal, pro, subscribe, usd, weekMs } from '../contract/steps.ts';
import { openSandboxRig } from './rig.ts';

const raised = ['price_pro_raised'];
const yearly = ['price_pro_raised_year'];
const plan = { name: 'Pro', frequency: 'week', total: usd(1_200) } as const;

/** A subscription that was sold at $10.00, at a sandbox that sells the plan at $12.00 now. */
async function begin() {
  const rig = await openSandboxRig();
  onTestFinished(() => rig.close());
  const { db, clock } = rig;
  const { customerId, subscription } = await subscribe(rig, pro, 'pm_card_visa');
  const plans: SandboxPlan[] = [
    { ...plan, priceIds: pro },
    { ...plan, priceIds: raised },
    { ...plan, priceIds: yearly, frequency: 'year', total: usd(50_000) },
  ];
  const addresses = { publicUrl: 'http://x.example', secretKey: 'a secret of the tests' };
  const provider = createSandboxProvider({ db, clock, plans, ...addresses });
  const readNow = () => provider.readSubscription(subscription.id);
  return { db, clock, provider, customerId, id: subscription.id, readNow };
}

it('renews at the price that the subscription was sold at, until it moves', async () => {
  const { clock, provider, customerId, id, readNow } = await begin();
  expect(await readNow()).toMatchObject({ price: usd(1_000) });
  expect(await nextTotal({ provider }, id)).toEqual(usd(1_000));

  clock.advance(weekMs);
  await provider.runDue(clock.now());
  const [renewal] = await provider.listInvoices(customerId, 1);
  expect(renewal?.total).toEqual(usd(1_000));

  clock.advance(weekMs / 2);
  const change = { providerSubscriptionId: id, priceIds: raised, at: clock.now() };
  expect(await provider.previewChange(change)).toMatchObject({ dueNow: usd(100) });
  await provider.changePrices({ ...change, key: newKey() });
  expect(await readNow()).toMatchObject({ priceIds: raised, price: usd(1_200) });
});

it('credits what the period was sold at when the frequency changes', async () => {
  const { clock, provider, id } = await begin();
  clock.advance(weekMs / 2);
  const change = { providerSubscriptionId: id, priceIds: yearly, at: clock.now() };
  expect(await provider.previewChange(change)).toMatchObject({ dueNow: usd(50_000 - 500) });
});

it('takes the price of the plan for a subscription of an older version', async () => {
  const { db, id, readNow } = await begin();
  await sql`update sandbox.subscriptions set sold_amount = null where id = ${id}`.execute(db);
  expect(await readNow()).toMatchObject({ price: usd(1_200) });
});
