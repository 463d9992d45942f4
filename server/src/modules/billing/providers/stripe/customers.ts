import type Stripe from 'stripe';
import type {
  BillingDetails,
  PaymentProvider,
  ProviderCustomer,
} from '../../port/payment-provider.ts';
import { PlaceUnknown } from '../../port/taxes.ts';
import { toDefaultCard } from './card.ts';
import { type Connection, isReplay } from './connection.ts';
import { ownMetadata, subscriptionOf } from './metadata.ts';
import { isMissing } from './stripe-errors.ts';
import { setTaxId, toTaxIdParams, withTaxErrors } from './taxes.ts';

type NewCustomer = Parameters<PaymentProvider['createCustomer']>[0];
type CustomerUpdate = Parameters<PaymentProvider['updateCustomer']>[0];
type GoneCustomer = Parameters<PaymentProvider['removeCustomer']>[0];

export async function createCustomer(
  connection: Connection,
  customer: NewCustomer,
  removed?: string,
): Promise<string> {
  const { key, subscriptionId, email, details } = customer;
  const made = await withTaxErrors(() =>
    connection.stripe.customers.create(
      {
        email,
        metadata: ownMetadata(connection, subscriptionId),
        ...(details && toParams(details)),
        ...(details && withInvoiceFields(details)),
        ...(details?.taxId && { tax_id_data: [toTaxIdParams(details.taxId)] }),
      },
      { idempotencyKey: removed ? `${key}-after-${removed}` : key },
    ),
  );
  // Stripe repeats its answer even if the customer was removed meanwhile, as after a backup was restored.
  return !isReplay(made) || (await readCustomer(connection, made.id))
    ? made.id
    : createCustomer(connection, customer, made.id);
}

export async function readCustomer(
  connection: Connection,
  customerId: string,
): Promise<ProviderCustomer | undefined> {
  const customer = await connection.stripe.customers.retrieve(customerId, {
    expand: ['invoice_settings.default_payment_method'],
  });
  return customer.deleted ? undefined : toCustomer(connection, customer);
}

export async function updateCustomer(
  connection: Connection,
  update: CustomerUpdate,
): Promise<void> {
  const { key, customerId, email, details } = update;
  if (details === null) {
    await forgetDetails(connection, update);
    return;
  }
  await withTaxErrors(() =>
    connection.stripe.customers.update(
      customerId,
      {
        ...nameOf(connection, update),
        ...(email !== undefined && { email }),
        ...(details && toParams(details)),
        ...(details && withInvoiceFields(details)),
      },
      { idempotencyKey: key },
    ),
  );
}

function nameOf(connection: Connection, { subscriptionId }: CustomerUpdate) {
  return subscriptionId !== undefined && { metadata: ownMetadata(connection, subscriptionId) };
}

/** Removes the details, also where taxes of a running subscription need them: its next invoice shows that they are missing. */
async function forgetDetails(connection: Connection, update: CustomerUpdate): Promise<void> {
  const { key, customerId, email } = update;
  const { stripe } = connection;
  await setTaxId(connection, { key: `${key}-tax-id`, customerId, taxId: null });
  const nothing = {
    ...nameOf(connection, update),
    ...(email !== undefined && { email }),
    name: '',
    phone: '',
    address: '' as const,
    invoice_settings: { custom_fields: '' as const },
  };
  try {
    await withTaxErrors(() =>
      stripe.customers.update(customerId, nothing, { idempotencyKey: `${key}-all` }),
    );
  } catch (error) {
    if (!(error instanceof PlaceUnknown)) {
      throw error;
    }
    const unchecked = { ...nothing, tax: { validate_location: 'deferred' as const } };
    await stripe.customers.update(customerId, unchecked, { idempotencyKey: `${key}-taxed` });
  }
}

export async function removeCustomer(
  { stripe }: Connection,
  { customerId }: GoneCustomer,
): Promise<void> {
  try {
    await stripe.customers.del(customerId);
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
  }
}

/** Converts Stripe's balance, which is a debt: a credit is below zero. */
function toCustomer(
  connection: Connection,
  { id, metadata, balance, currency, invoice_settings }: Stripe.Customer,
): ProviderCustomer {
  return {
    id,
    subscriptionId: subscriptionOf(connection, metadata),
    card: toDefaultCard(invoice_settings.default_payment_method),
    credit: 0 - balance,
    creditCurrency: balance === 0 ? null : (currency ?? null),
    isOwn: metadata.installation === connection.installation,
  };
}

/** Converts the details. An empty line clears the field at Stripe. Invoices are addressed to the company where there is one. */
export function toParams({ name, company, phone, address }: BillingDetails) {
  const { line1, line2, city, state, postalCode, country } = address;
  const written = { line1, line2, city, state, postal_code: postalCode, country };
  return { name: company || name, phone, address: written };
}

/**
 * Invoice settings with the fields that invoices show: the customer's own number, if the details name it. Stripe
 * replaces the whole list of custom fields, also ones that an operator has added.
 */
export function withInvoiceFields(
  { purchaseOrder }: BillingDetails,
  settings: Stripe.CustomerUpdateParams.InvoiceSettings = {},
) {
  const number = purchaseOrder !== undefined && {
    custom_fields: purchaseOrder
      ? [{ name: purchaseOrderName, value: purchaseOrder }]
      : ('' as const),
  };
  const invoice_settings = { ...settings, ...number };
  return Object.keys(invoice_settings).length > 0 ? { invoice_settings } : {};
}

/** Invoices of Stripe show it in this language only. */
const purchaseOrderName = 'PO number';
