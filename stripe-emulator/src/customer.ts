import type Stripe from 'stripe';
import type { CustomerState, Stored } from './state.ts';
import { invalid, missing } from './wire/errors.ts';

export type Customer = Stored<Stripe.Customer>;

/** The customer, who was not deleted; or "No such customer". */
export function requireCustomer(state: CustomerState, id: string, param = 'id'): Customer {
  const { customer } = state;
  if (!customer || isDeleted(customer) || customer.id !== id) {
    throw missing('customer', id, param);
  }
  return customer;
}

export const isDeleted = (
  customer: NonNullable<CustomerState['customer']>,
): customer is Stored<Stripe.DeletedCustomer> => 'deleted' in customer && Boolean(customer.deleted);

export function toAddress(given?: Stripe.AddressParam, param = 'address'): Stripe.Address | null {
  if (!given) {
    return null;
  }
  const { country } = given;
  if (country && !/^[A-Z]{2}$/.test(country)) {
    throw invalid(
      `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
      `${param}[country]`,
      'country_code_invalid',
    );
  }
  return {
    city: given.city || null,
    country: country || null,
    line1: given.line1 || null,
    line2: given.line2 || null,
    postal_code: given.postal_code || null,
    state: given.state || null,
  };
}
