import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hearthConfig } from '@hearth/contract';
import { beforeAll, expect, it } from 'vitest';
import { prices } from '../../src/doctor/checks/payments.ts';
import type { DoctorContext } from '../../src/doctor/context.ts';
import { cardCases } from '../payment-provider/contract/cards.ts';
import { customerCases } from '../payment-provider/contract/customers.ts';
import {
  beforeEnd,
  enterprise,
  invoiceStatuses,
  newestInvoice,
  newKey,
  pro,
  read,
  subscribe,
  usd,
  weekMs,
} from '../payment-provider/contract/steps.ts';
import type { ProviderRig } from '../payment-provider/contract/suite.ts';
import { openAccount } from './account.ts';

const configuration = join(import.meta.dirname, '../../../config/hearth.json');

let rig: ProviderRig;
beforeAll(async () => {
  rig = await openAccount();
});

// The other cases of the contract move time, or answer for the bank.
customerCases(() => rig);
cardCases(() => rig);

it('a project is bought, gets a dearer plan for the shown sum in the middle of a week, and is canceled', async () => {
  const { provider } = rig;
  const { customerId, subscription } = await subscribe(rig, pro);
  const at = beforeEnd(subscription, weekMs / 2);
  const change = { providerSubscriptionId: subscription.id, items: enterprise, at };
  const shown = await provider.previewChange(change);
  expect(shown).toMatchObject({ dueNow: usd(1_000), next: usd(3_000) });
  expect(await provider.changePrices({ ...change, key: newKey() })).toMatchObject({
    outcome: 'paid',
    subscription: { items: enterprise },
  });
  expect(await newestInvoice(rig, customerId)).toMatchObject({ total: shown.dueNow });

  await provider.endSubscription({ key: newKey(), id: subscription.id });
  expect(await read(rig, subscription.id)).toMatchObject({ status: 'canceled' });
  expect(await invoiceStatuses(rig, customerId)).toEqual(['paid', 'paid']);
  await provider.removeCustomer({ key: newKey(), customerId });
});

it('the doctor finds the prices of the plans, and misses one that is not there', async () => {
  const text = await readFile(configuration, 'utf8');
  const examine = (configured: string) => {
    const product = hearthConfig.parse(JSON.parse(configured));
    const context = { config: { product }, payments: () => Promise.resolve(rig.provider) };
    return prices.run(context as DoctorContext);
  };
  expect(await examine(text)).toEqual([]);
  expect(await examine(text.replaceAll('price_pro_week', 'price_unheard_of'))).toMatchObject([
    { id: 'price', problem: expect.stringContaining('price_unheard_of') },
  ]);
});
