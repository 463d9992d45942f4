import type { TaxId } from '@hearth/contract';
import type { BillingDetails } from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { details, newKept, newKey, newStart, subscriptionOf } from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** An address of which only the parts differ that taxes depend on. */
export function living(
  country: string,
  { state = '', postalCode = '' }: { state?: string; postalCode?: string } = {},
): BillingDetails {
  return { ...details, address: { ...details.address, country, state, postalCode } };
}

export const germanId: TaxId = { type: 'eu_vat', value: 'DE123456789' };

interface Taxed {
  readonly details: BillingDetails;
  readonly taxId?: TaxId;
}

/** A customer with a card at that address. */
export async function makeTaxed(rig: ProviderRig, { details, taxId }: Taxed) {
  const subscriptionId = newKey();
  const customer = { key: newKey(), subscriptionId, email: 'ada@example.com' };
  const customerId = await rig.provider.createCustomer(customer);
  if (taxId) {
    await rig.provider.setTaxId({ key: newKey(), customerId, taxId });
  }
  await rig.provider.keepCard(newKept(customerId, 'pm_card_visa', { subscriptionId, details }));
  return { customerId };
}

/** A purchase whose invoices are taxed. */
export async function buyTaxed(
  rig: ProviderRig,
  customer: { readonly customerId: string },
  wanted: { readonly items: readonly PriceItem[]; readonly discountId?: string },
) {
  const { items, ...discount } = wanted;
  const start = { ...newStart(customer, items), ...discount, isTaxed: true as const };
  return subscriptionOf(await rig.provider.startSubscription(start));
}
