import {
  type BillingInfo,
  isCountryCode,
  needsCity,
  needsPostalCode,
  needsState,
  type BillingDetails as WrittenDetails,
} from '@hearth/contract';
import { refuseUnless } from '../../../../platform/refusal.ts';
import type { BillingServices } from '../../port/billing-services.ts';
import type { BillingDetails } from '../../port/payment-provider.ts';
import type { PricedPlan } from '../../port/plan.ts';
import { requireSelling } from '../../port/require-payments.ts';
import type { Payer } from '../../records/intent.ts';

/** Trims the details and refuses gaps. Line 2 may be empty, and parts that addresses of the country do not have. */
export function toBillingDetails({ name, phone, address }: WrittenDetails): BillingDetails {
  const text = (value: string | null | undefined) => (value ?? '').trim();
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
  };
  refuseUnless(details.name && isComplete(details.address), 'billing/details-incomplete');
  refuseUnless(/\d/.test(details.phone), 'billing/phone-missing');
  return details;
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

/** Answers card and details for the first payment of the price; refuses where they are missing. */
export function requirePayer(
  priced: PricedPlan,
  info: BillingInfo | undefined,
  services: Pick<BillingServices, 'payments' | 'prices'>,
): Payer {
  requireSelling(priced, services);
  refuseUnless(info, 'billing/card-missing');
  return { details: toBillingDetails(info.billingDetails), cardId: info.paymentMethodId };
}
