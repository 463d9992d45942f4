import type Stripe from 'stripe';
import { isEnded } from '../billing/objects.ts';
import { endSubscription } from '../billing/subscription-end.ts';
import { type Customer, isDeleted, requireCustomer, toAddress } from '../customer.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { taxRuleOf } from '../rules/tax.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { Catalogue, CustomerState } from '../state.ts';
import { invalid, missing, StripeError } from '../wire/errors.ts';
import { attach, takePaymentMethod } from './payment-methods.ts';
import { addTaxId, checkTaxId } from './tax-ids.ts';

type Params = Stripe.CustomerCreateParams;
type Changes = Omit<Stripe.CustomerUpdateParams, 'expand'>;

export const customers: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/customers',
      {
        owner: 'new',
        takes: ({ payment_method: method, invoice_settings: settings }: Params) => [
          method,
          settings?.default_payment_method,
        ],
      },
      createCustomer,
    ),
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
  inclusions: [
    {
      object: 'customer',
      field: 'tax',
      compute: ({ state, catalogue }) =>
        state?.customer && !isDeleted(state.customer)
          ? toTax(state, state.customer, catalogue)
          : undefined,
    },
  ],
};

export function createCustomer(scene: Scene, params: Stripe.CustomerCreateParams) {
  if (params.source !== undefined) {
    throw invalid('The emulator has payment methods only, no sources.', 'source');
  }
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
    // Stripe's are eight hexadecimal digits.
    invoice_prefix: Buffer.from(state.owner).toString('hex').slice(-8).toUpperCase(),
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
  for (const taxId of params.tax_id_data ?? []) {
    checkTaxId(taxId, 'tax_id_data');
  }
  const { invoice_settings: settings, ...fields } = params;
  setFields(scene, customer, fields);
  scene.emit('customer.created', customer);
  if (params.payment_method !== undefined) {
    attach(scene, takePaymentMethod(scene, params.payment_method));
  }
  setFields(scene, customer, settings ? { invoice_settings: settings } : {});
  for (const taxId of params.tax_id_data ?? []) {
    addTaxId(scene, taxId, 'tax_id_data');
  }
  return customer;
}

function updateCustomer(scene: Scene, params: Stripe.CustomerUpdateParams, id: string) {
  const customer = requireCustomer(scene.state, id);
  return update(scene, 'customer.updated', customer, () => {
    setFields(scene, customer, params);
    checkLocation(scene, customer, params);
  });
}

/** While a subscription is taxed, the customer stays at a place whose taxes are known. */
function checkLocation({ state, catalogue }: Scene, customer: Customer, params: Changes) {
  const validation = params.tax?.validate_location;
  const isTaxed = Object.values(state.subscriptions).some(
    ({ status, automatic_tax: tax }) =>
      tax.enabled && !/^(canceled|incomplete_expired)$/.test(status),
  );
  const isAsked = isTaxed && params.address !== undefined && validation !== 'deferred';
  if ((validation === 'immediately' || isAsked) && !ruleFor(state, customer, catalogue)) {
    throw new StripeError(
      400,
      'invalid_request_error',
      "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
      { code: 'customer_tax_location_invalid', param: 'address' },
    );
  }
}

function ruleFor({ taxIds }: CustomerState, customer: Customer, { settings }: Catalogue) {
  const payer = {
    place: customer.address ?? null,
    taxIdTypes: Object.values(taxIds).map(({ type }) => type),
    exempt: customer.tax_exempt ?? 'none',
  };
  const { seller, registrations } = settings.tax;
  return taxRuleOf(payer, { country: seller, registrations });
}

function toTax(state: CustomerState, customer: Customer, catalogue: Catalogue) {
  const rule = ruleFor(state, customer, catalogue);
  const untaxed = rule?.reason === 'not_collecting' ? 'not_collecting' : 'supported';
  return {
    automatic_tax: rule ? untaxed : 'unrecognized_location',
    ip_address: null,
    location: rule
      ? { country: rule.country, source: 'billing_address', state: customer.address?.state ?? null }
      : null,
    provider: 'stripe',
  };
}

function setFields({ state }: Scene, customer: Customer, params: Changes) {
  setTexts(customer, params);
  checkEmail(customer.email);
  if (params.shipping !== undefined) {
    customer.shipping = toShipping(params.shipping || undefined);
  }
  if (params.address !== undefined) {
    customer.address = toAddress(params.address || undefined);
  }
  customer.metadata = mergeMetadata(customer.metadata, params.metadata);
  customer.preferred_locales = params.preferred_locales ?? customer.preferred_locales ?? [];
  customer.tax_exempt = (params.tax_exempt ?? customer.tax_exempt) || 'none';
  customer.balance = params.balance ?? customer.balance;
  setInvoiceSettings(state, customer.invoice_settings, params.invoice_settings ?? {});
}

function setInvoiceSettings(
  state: CustomerState,
  settings: Customer['invoice_settings'],
  given: NonNullable<Changes['invoice_settings']>,
) {
  const { default_payment_method: card, custom_fields: fields, footer } = given;
  if (card !== undefined) {
    settings.default_payment_method = toDefaultCard(state, card);
  }
  if (fields !== undefined) {
    settings.custom_fields = fields || null;
  }
  if (footer !== undefined) {
    settings.footer = footer || null;
  }
}

function setTexts(customer: Customer, params: Changes) {
  for (const name of ['name', 'phone', 'description', 'email'] as const) {
    const value = params[name];
    if (value !== undefined) {
      customer[name] = value || null;
    }
  }
}

function toShipping(given?: Exclude<Changes['shipping'], '' | null>): Customer['shipping'] {
  if (!given) {
    return null;
  }
  const address = toAddress(given.address, 'shipping[address]');
  return { ...(address && { address }), name: given.name, phone: given.phone ?? null };
}

function checkEmail(email: string | null) {
  if (email !== null && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
}

function toDefaultCard({ paymentMethods }: CustomerState, id: string): string | null {
  const param = 'invoice_settings[default_payment_method]';
  if (id !== '' && !paymentMethods[id]?.customer) {
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      param,
      'resource_missing',
    );
  }
  return id || null;
}

function deleteCustomer(scene: Scene, _: object, id: string) {
  const { state } = scene;
  const customer = requireCustomer(state, id);
  for (const subscription of Object.values(state.subscriptions).filter((one) => !isEnded(one))) {
    endSubscription(scene, subscription, { status: 'canceled', reason: null });
  }
  for (const invoice of Object.values(state.invoices)) {
    invoice.auto_advance = false;
  }
  for (const method of Object.values(state.paymentMethods)) {
    method.customer = null;
  }
  scene.emit('customer.deleted', customer);
  state.customer = { id, object: 'customer', deleted: true };
  return state.customer;
}

function listCustomers({ customer }: CustomerState, { email }: Stripe.CustomerListParams) {
  const isListed =
    customer && !isDeleted(customer) && (email === undefined || customer.email === email);
  return isListed ? [customer] : [];
}
