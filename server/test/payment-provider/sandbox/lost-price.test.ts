import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createSandboxProvider } from '../../../src/modules/billing/providers/sandbox/index.ts';
import { newKey, nextTotal, pro, subscribe, usd, weekMs } from '../contract/steps.ts';
import { openSandboxRig, sandboxPlans } from './rig.ts';

const enterprise = ['price_enterprise_week', 'price_enterprise_extra_week'];

/** A subscription to Pro and one to Enterprise, at a sandbox whose configuration has lost the price of Pro. */
async function begin() {
  const rig = await openSandboxRig();
  onTestFinished(() => rig.close());
  const { db, clock } = rig;
  const lost = await subscribe(rig, pro, 'pm_card_visa');
  const other = await subscribe(rig, enterprise, 'pm_card_visa');
  const plans = sandboxPlans.filter(({ priceIds }) => !priceIds.includes('price_pro_week'));
  const addresses = { publicUrl: 'http://x.example', secretKey: 'a secret of the tests' };
  const provider = createSandboxProvider({ db, clock, plans, ...addresses });
  return { db, clock, provider, lost, other };
}

it('shows and renews a subscription whose price the configuration has lost as it was sold, as Stripe does', async () => {
  const { clock, provider, lost } = await begin();
  const { id } = lost.subscription;
  expect(await provider.readSubscription(id)).toMatchObject({ priceIds: pro, price: usd(1_000) });
  expect(await nextTotal({ provider }, id)).toEqual(usd(1_000));

  clock.advance(2 * weekMs);
  await provider.runDue(clock.now());
  const invoices = await provider.listInvoices(lost.customerId, 10);
  expect(invoices.map(({ total }) => total)).toEqual([usd(1_000), usd(1_000), usd(1_000)]);
  const { subscriptions } = await provider.listRunning();
  expect(subscriptions).toHaveLength(2);
});

it('changes it to a plan that is sold, with credit for what was sold', async () => {
  const { clock, provider, lost } = await begin();
  const { id } = lost.subscription;
  clock.advance(weekMs / 2);
  const change = { providerSubscriptionId: id, priceIds: enterprise, at: clock.now() };
  expect(await provider.previewChange(change)).toMatchObject({ dueNow: usd(1_000) });
  await provider.changePrices({ ...change, key: newKey() });
  expect(await provider.readSubscription(id)).toMatchObject({ priceIds: enterprise });
});

it('renews the others where it does not know what was sold, and names the one', async () => {
  const { db, clock, provider, lost, other } = await begin();
  const { id } = lost.subscription;
  await sql`update sandbox.subscriptions set sold_amount = null where id = ${id}`.execute(db);
  clock.advance(weekMs);
  await expect(provider.runDue(clock.now())).rejects.toThrow(
    `Stuck in the sandbox: ${id} (Error: The sandbox has no plan with the prices price_pro_week.).`,
  );
  expect(await provider.listInvoices(other.customerId, 10)).toHaveLength(2);
  expect(await provider.listInvoices(lost.customerId, 10)).toHaveLength(1);
});
