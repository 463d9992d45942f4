import type { BillingInfo, BillingDetails as WrittenDetails } from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Payer } from './intent.ts';
import type { BillingServices } from './operation.ts';
import type { BillingDetails } from './payment-provider.ts';
import { requirePayments } from './require-payments.ts';

/** Trimmed and complete; refuses gaps. Line 2 and state may be empty. */
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
  const { line1, city, postalCode, country } = details.address;
  const isComplete = details.name && line1 && city && postalCode && /^[A-Z]{2}$/.test(country);
  refuseUnless(isComplete, 'billing/details-incomplete');
  refuseUnless(/\d/.test(details.phone), 'billing/phone-missing');
  return details;
}

/** Who pays a first payment, and with what; refuses when it is not there. */
export function requirePayer(
  info: BillingInfo | undefined,
  { payments }: Pick<BillingServices, 'payments'>,
): Payer {
  requirePayments(payments);
  refuseUnless(info, 'billing/card-missing');
  return { details: toBillingDetails(info.billingDetails), cardId: info.paymentMethodId };
}
