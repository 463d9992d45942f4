import {
  type BillingInfo,
  type HearthConfig,
  type InputOf,
  isBlank,
  isCountryCode,
  needsCity,
  needsPostalCode,
  needsState,
  type previewPurchase,
  type BillingDetails as WrittenDetails,
} from '@hearth/contract';
import { refuseUnless } from '../../../../platform/refusal.ts';
import type { BillingServices } from '../../port/billing-services.ts';
import type { BillingDetails } from '../../port/payment-provider.ts';
import { type OptionalDetails, withoutOptional } from '../../port/provider-objects.ts';
import { requireSelling } from '../../port/require-payments.ts';
import type { PricedPlan } from '../../port/rules/plan.ts';
import { requireTaxId, type TaxedBuyer, type TypedTaxId } from '../../port/taxes.ts';
import type { Payer } from '../../records/intent.ts';

/** Trims the details and refuses gaps. Line 2 may be empty, and parts that addresses of the country do not have. */
export function toBillingDetails(
  written: WrittenDetails,
  { policy }: Pick<HearthConfig, 'policy'>,
): BillingDetails {
  const { name, phone, address, company, purchase_order, tax_id } = written;
  const text = (value: string | null | undefined) =>
    isBlank(value ?? '') ? '' : (value ?? '').trim();
  const details = {
    name: text(name),
    phone: text(phone),
    address: {
      line1: text(address.line1),
      line2: text(address.line2),
      city: text(address.city),
      state: text(address.state),
      postalCode: text(address.postal_code),
      country: text(address.country).toUpperCase(),
    },
    ...(company !== undefined && { company: text(company) }),
    ...(purchase_order !== undefined && { purchaseOrder: text(purchase_order) }),
  };
  refuseUnless(details.name && isComplete(details.address), 'billing/details-incomplete');
  const isLeftOut = policy.phone === 'optional' && details.phone === '';
  refuseUnless(isLeftOut || /\d/.test(details.phone), 'billing/phone-missing');
  const taxId = requireTaxId(details.address.country, written) ?? null;
  return { ...details, ...(tax_id !== undefined && { taxId }) };
}

/** The optional details of before: a request that leaves one out keeps it. */
export function keptDetails(before: BillingDetails | null | undefined): OptionalDetails {
  const names = Object.keys(withoutOptional) as (keyof OptionalDetails)[];
  const kept = names.filter((name) => before?.[name] !== undefined);
  return Object.fromEntries(kept.map((name) => [name, before?.[name]]));
}

function isComplete(address: BillingDetails['address']): boolean {
  const { line1, city, state, postalCode, country } = address;
  return (
    line1 !== '' &&
    (city !== '' || !needsCity(country)) &&
    (state !== '' || !needsState(country)) &&
    (postalCode !== '' || !needsPostalCode(country)) &&
    isCountryCode(country)
  );
}

type WrittenPlace = InputOf<typeof previewPurchase>['address'];

interface TypedBuyer {
  readonly address: WrittenPlace;
  readonly taxId: TypedTaxId;
  /** Details before; a tax id that is left out is theirs. */
  readonly before?: BillingDetails | null | undefined;
}

/** The buyer of a form that is not complete yet. A tax id counts once its country is known. */
export function toTypedBuyer({ address, taxId, before }: TypedBuyer): TaxedBuyer {
  const country = (address?.country ?? '').trim().toUpperCase();
  if (!address || !country) {
    return { place: undefined, taxId: undefined };
  }
  const { line1, city, state = '', postal_code: postalCode = '' } = address;
  const place = { country, postalCode, state, ...(line1 && { line1 }), ...(city && { city }) };
  const kept = before?.taxId ?? undefined;
  return { place, taxId: taxId.tax_id === undefined ? kept : requireTaxId(country, taxId) };
}

/** Answers card and details for the first payment of the price; refuses where they are missing. */
export function requirePayer(
  priced: PricedPlan,
  info: BillingInfo | undefined,
  services: Pick<BillingServices, 'payments' | 'prices' | 'settings'>,
): Payer {
  requireSelling(priced, services);
  refuseUnless(info, 'billing/card-missing');
  return {
    details: toBillingDetails(info.billingDetails, services.settings),
    cardId: info.paymentMethodId,
  };
}
