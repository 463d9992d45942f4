import type Stripe from 'stripe';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { CustomerState, Stored } from '../state.ts';
import { invalid, missing } from '../wire/errors.ts';

type Customer = Stored<Stripe.Customer>;
type Changes = Omit<Stripe.CustomerUpdateParams, 'expand'>;

export const customers: Resource = {
  routes: [
    onCustomer('POST', '/v1/customers', { owner: 'new' }, createCustomer),
    onList('/v1/customers', listCustomers, () => undefined),
    onCustomer('GET', '/v1/customers/{id}', {}, ({ state }, _, id) => {
      if (!state.customer) {
        throw missing('customer', id);
      }
      return state.customer;
    }),
    onCustomer('POST', '/v1/customers/{id}', {}, updateCustomer),
    onCustomer('DELETE', '/v1/customers/{id}', {}, deleteCustomer),
  ],
};

/** The customer, who was not deleted; or "No such customer". */
export function requireCustomer(state: CustomerState, id: string, param = 'id'): Customer {
  const { customer } = state;
  if (!customer || isDeleted(customer) || customer.id !== id) {
    throw missing('customer', id, param);
  }
  return customer;
}

const isDeleted = (
  customer: NonNullable<CustomerState['customer']>,
): customer is Stored<Stripe.DeletedCustomer> => 'deleted' in customer && Boolean(customer.deleted);

function createCustomer(scene: Scene, params: Stripe.CustomerCreateParams) {
  const { state, now } = scene;
  const customer: Customer = {
    id: state.owner,
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: state.owner.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: params.test_clock ?? null,
  };
  state.customer = customer;
  setFields(scene, customer, params);
  scene.emit('customer.created', customer);
  return customer;
}

function updateCustomer(scene: Scene, params: Stripe.CustomerUpdateParams, id: string) {
  const customer = requireCustomer(scene.state, id);
  return update(scene, 'customer.updated', customer, () => setFields(scene, customer, params));
}

function setFields({ state }: Scene, customer: Customer, params: Changes) {
  for (const name of ['name', 'phone', 'description', 'email'] as const) {
    const value = params[name];
    if (value !== undefined) {
      customer[name] = value || null;
    }
  }
  checkEmail(customer.email);
  if (params.address !== undefined) {
    customer.address = toAddress(params.address || undefined);
  }
  customer.metadata = mergeMetadata(customer.metadata, params.metadata);
  customer.preferred_locales = params.preferred_locales ?? customer.preferred_locales ?? [];
  customer.tax_exempt = (params.tax_exempt ?? customer.tax_exempt) || 'none';
  customer.balance = params.balance ?? customer.balance;
  const card = params.invoice_settings?.default_payment_method;
  if (card !== undefined) {
    customer.invoice_settings.default_payment_method = toDefaultCard(state, card);
  }
}

function checkEmail(email: string | null) {
  if (email !== null && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
}

function toDefaultCard({ paymentMethods }: CustomerState, id: string): string | null {
  const param = 'invoice_settings[default_payment_method]';
  if (id !== '' && !Object.hasOwn(paymentMethods, id)) {
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      param,
      'resource_missing',
    );
  }
  return id || null;
}

export function toAddress(given?: Stripe.AddressParam): Stripe.Address | null {
  if (!given) {
    return null;
  }
  const { country } = given;
  if (country && !/^[A-Z]{2}$/.test(country)) {
    throw invalid(
      `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
      'address[country]',
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

function deleteCustomer(scene: Scene, _: object, id: string) {
  const { state } = scene;
  const customer = requireCustomer(state, id);
  scene.emit('customer.deleted', customer);
  state.customer = { id, object: 'customer', deleted: true };
  return state.customer;
}

function listCustomers({ customer }: CustomerState, { email }: Stripe.CustomerListParams) {
  const isListed =
    customer && !isDeleted(customer) && (email === undefined || customer.email === email);
  return isListed ? [customer] : [];
}
