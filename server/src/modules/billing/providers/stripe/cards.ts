import type Stripe from 'stripe';
import { type Card, type PaymentProvider, ProviderRefusal } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { isInvalidRequest, isMissing } from './stripe-errors.ts';
import { hasEnded } from './subscription.ts';

type NamedCard = Parameters<PaymentProvider['attachCard']>[0];
type NewSetup = Parameters<PaymentProvider['createSetup']>[0];
type EndedSetups = Parameters<PaymentProvider['cancelSetups']>[0];
type GoneCard = Parameters<PaymentProvider['detachCard']>[0];

export async function listCards(
  connection: Connection,
  customerId: string,
): Promise<readonly Card[]> {
  const methods = await listMethods(connection, customerId);
  if (methods.length === 0) {
    return [];
  }
  const defaultId = await findDefaultCardId(connection, customerId);
  return methods.map((method) => toCard(method, defaultId));
}

/** Oldest first; a customer who has been deleted there has none. */
async function listMethods(
  { stripe }: Connection,
  customerId: string,
): Promise<readonly Stripe.PaymentMethod[]> {
  const methods: Stripe.PaymentMethod[] = [];
  const pages = stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 });
  try {
    for await (const method of pages) {
      methods.unshift(method);
    }
  } catch (error) {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  }
  return methods;
}

export async function attachCard(connection: Connection, named: NamedCard): Promise<Card> {
  const { key, customerId } = named;
  const method = await attach(connection, named);
  const defaultId = await findDefaultCardId(connection, customerId);
  if (defaultId === undefined) {
    await setDefaultCard(connection, { key: `${key}-default`, customerId, cardId: method.id });
  }
  return toCard(method, defaultId ?? method.id);
}

/** The customer last: what is shown as default is charged already. */
export async function setDefaultCard(
  { stripe }: Connection,
  { key, customerId, cardId }: NamedCard,
): Promise<void> {
  for await (const one of stripe.subscriptions.list({ customer: customerId, limit: 100 })) {
    if (!hasEnded(one)) {
      await stripe.subscriptions.update(
        one.id,
        { default_payment_method: cardId },
        { idempotencyKey: `${key}-${one.id}` },
      );
    }
  }
  await stripe.customers.update(
    customerId,
    { invoice_settings: { default_payment_method: cardId } },
    { idempotencyKey: key },
  );
}

export async function detachCard({ stripe }: Connection, { key, cardId }: GoneCard): Promise<void> {
  const method = await findMethod(stripe, cardId);
  if (method?.customer) {
    await stripe.paymentMethods.detach(cardId, {}, { idempotencyKey: key });
  }
}

export async function createSetup(
  { stripe }: Connection,
  { key, customerId }: NewSetup,
): Promise<string> {
  const setup = await stripe.setupIntents.create(
    { customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] },
    { idempotencyKey: key },
  );
  if (setup.client_secret === null) {
    throw new Error(`Stripe gave no client secret for setup ${setup.id}.`);
  }
  return setup.client_secret;
}

/** One that has added its card meanwhile is over. */
export async function cancelSetups(
  { stripe }: Connection,
  { key, customerId }: EndedSetups,
): Promise<void> {
  for await (const setup of stripe.setupIntents.list({ customer: customerId, limit: 100 })) {
    if (isOver(setup)) {
      continue;
    }
    try {
      await stripe.setupIntents.cancel(setup.id, {}, { idempotencyKey: `${key}-${setup.id}` });
    } catch (error) {
      if (!(isInvalidRequest(error) && isOver(await stripe.setupIntents.retrieve(setup.id)))) {
        throw error;
      }
    }
  }
}

function isOver({ status }: Stripe.SetupIntent): boolean {
  return status === 'succeeded' || status === 'canceled';
}

async function attach(
  { stripe }: Connection,
  { key, customerId, cardId }: NamedCard,
): Promise<Stripe.PaymentMethod> {
  try {
    return await stripe.paymentMethods.attach(
      cardId,
      { customer: customerId },
      { idempotencyKey: key },
    );
  } catch (error) {
    if (!isInvalidRequest(error) || error.param === 'customer') {
      throw error;
    }
    const method = await findMethod(stripe, cardId);
    if (method && toId(method.customer) === customerId) {
      return method;
    }
    // The id comes from the browser: used up, somebody else's, or made up.
    throw new ProviderRefusal('This card can no longer be used. Please enter it again.');
  }
}

/** A subscription's own card goes before the customer's. */
async function findDefaultCardId(
  { stripe }: Connection,
  customerId: string,
): Promise<string | undefined> {
  const [customer, subscriptions] = await Promise.all([
    stripe.customers.retrieve(customerId),
    stripe.subscriptions.list({ customer: customerId, limit: 100 }),
  ]);
  if (customer.deleted) {
    return undefined;
  }
  const own = subscriptions.data.find((one) => !hasEnded(one))?.default_payment_method;
  return toId(own ?? customer.invoice_settings.default_payment_method);
}

async function findMethod(
  stripe: Stripe,
  cardId: string,
): Promise<Stripe.PaymentMethod | undefined> {
  try {
    return await stripe.paymentMethods.retrieve(cardId);
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

function toId(value: string | { readonly id: string } | null): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}

function toCard(method: Stripe.PaymentMethod, defaultId: string | undefined): Card {
  if (!method.card) {
    throw new Error(`Payment method ${method.id} is not a card.`);
  }
  return {
    id: method.id,
    brand: method.card.brand,
    last4: method.card.last4,
    expMonth: method.card.exp_month,
    expYear: method.card.exp_year,
    holder: method.billing_details.name ?? '',
    isDefault: method.id === defaultId,
  };
}
