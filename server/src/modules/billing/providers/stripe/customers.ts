import type Stripe from 'stripe';
import type {
  BillingDetails,
  PaymentProvider,
  ProviderCustomer,
} from '../../port/payment-provider.ts';
import { toDefaultCard } from './card.ts';
import { type Connection, isReplay } from './connection.ts';
import { ownMetadata, subscriptionOf } from './metadata.ts';
import { isMissing } from './stripe-errors.ts';

type NewCustomer = Parameters<PaymentProvider['createCustomer']>[0];
type CustomerUpdate = Parameters<PaymentProvider['updateCustomer']>[0];
type GoneCustomer = Parameters<PaymentProvider['removeCustomer']>[0];

export async function createCustomer(
  connection: Connection,
  customer: NewCustomer,
  removed?: string,
): Promise<string> {
  const { key, subscriptionId, email } = customer;
  const made = await connection.stripe.customers.create(
    { email, metadata: ownMetadata(connection, subscriptionId) },
    { idempotencyKey: removed ? `${key}-after-${removed}` : key },
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
  { stripe }: Connection,
  { key, customerId, email, details }: CustomerUpdate,
): Promise<void> {
  await stripe.customers.update(
    customerId,
    {
      ...(email !== undefined && { email }),
      ...(details === null && { name: '', phone: '', address: '' }),
      ...(details && toParams(details)),
    },
    { idempotencyKey: key },
  );
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

/** Converts the details. An empty line clears the field at Stripe. */
export function toParams({ name, phone, address }: BillingDetails) {
  const { line1, line2, city, state, postalCode, country } = address;
  return { name, phone, address: { line1, line2, city, state, postal_code: postalCode, country } };
}
