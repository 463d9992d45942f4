import type Stripe from 'stripe';
import type { BillingDetails, PaymentProvider } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { isMissing } from './stripe-errors.ts';

type NewCustomer = Parameters<PaymentProvider['createCustomer']>[0];
type CustomerUpdate = Parameters<PaymentProvider['updateCustomer']>[0];
type GoneCustomer = Parameters<PaymentProvider['removeCustomer']>[0];

/** So many of the newest are looked at one by one; search finds the others, but lags a minute. */
const newestLookedAt = 1_000;

export async function createCustomer(
  { stripe }: Connection,
  { key, subscriptionId, email, details }: NewCustomer,
): Promise<string> {
  const customer = await stripe.customers.create(
    {
      ...(email !== undefined && { email }),
      metadata: { subscriptionId },
      ...(details && toNewParams(details)),
    },
    { idempotencyKey: key },
  );
  return customer.id;
}

export async function findCustomer(
  { stripe }: Connection,
  subscriptionId: string,
): Promise<string | undefined> {
  let lookedAt = 0;
  for await (const customer of stripe.customers.list({ limit: 100 })) {
    if (customer.metadata.subscriptionId === subscriptionId) {
      return customer.id;
    }
    lookedAt += 1;
    if (lookedAt === newestLookedAt) {
      return searchCustomer(stripe, subscriptionId);
    }
  }
  return undefined;
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

export async function hasCustomer({ stripe }: Connection, customerId: string): Promise<boolean> {
  return !(await stripe.customers.retrieve(customerId)).deleted;
}

/** Stripe keeps what the customer owes: a credit is below zero. */
export async function readCredit({ stripe }: Connection, customerId: string): Promise<number> {
  try {
    const customer = await stripe.customers.retrieve(customerId);
    return customer.deleted ? 0 : Math.max(0, 0 - customer.balance);
  } catch (error) {
    if (isMissing(error)) {
      return 0;
    }
    throw error;
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

async function searchCustomer(stripe: Stripe, subscriptionId: string): Promise<string | undefined> {
  const query = `metadata['subscriptionId']:'${subscriptionId}'`;
  const { data } = await stripe.customers.search({ query, limit: 1 });
  return data[0]?.id;
}

/** An empty line unsets what stood there. */
function toParams({ name, phone, address }: BillingDetails) {
  const { line1, line2, city, state, postalCode, country } = address;
  return { name, phone, address: { line1, line2, city, state, postal_code: postalCode, country } };
}

/** Stripe takes no empty lines where there is nothing to unset yet. */
function toNewParams(details: BillingDetails) {
  const { address, ...rest } = toParams(details);
  const lines = Object.entries(address).filter(([, line]) => line !== '');
  return { ...rest, address: Object.fromEntries(lines) };
}
