import type Stripe from 'stripe';
import { type Card, CardDeclined, type PaymentProvider } from '../../port/payment-provider.ts';
import { toCard, toId } from './card.ts';
import type { Connection } from './connection.ts';
import { toParams, withInvoiceFields } from './customers.ts';
import { ownMetadata } from './metadata.ts';
import { isInvalidRequest, isMissing, unusableCard } from './stripe-errors.ts';
import { hasEnded } from './subscription.ts';
import { withTaxErrors } from './taxes.ts';

type KeptCard = Parameters<PaymentProvider['keepCard']>[0];
type NamedCard = Parameters<PaymentProvider['setDefaultCard']>[0];
type NewSetup = Parameters<PaymentProvider['createSetup']>[0];
type EndedSetups = Parameters<PaymentProvider['cancelSetups']>[0];
type ChargedCard = { readonly key: string; readonly id: string; readonly cardId: string };
type GoneCard = Parameters<PaymentProvider['detachCard']>[0];

export async function listCards(
  connection: Connection,
  customerId: string,
): Promise<readonly Card[]> {
  const methods = await listMethods(connection, customerId);
  const customer = methods[0]?.customer;
  if (!customer || typeof customer === 'string') {
    return [];
  }
  const defaultId = await findDefaultCardId(connection, customer);
  return methods.map((method) => toCard(method, defaultId));
}

/** Lists payment methods, oldest first, each with its customer; none of a deleted customer. */
async function listMethods(
  { stripe }: Connection,
  customerId: string,
): Promise<readonly Stripe.PaymentMethod[]> {
  const methods: Stripe.PaymentMethod[] = [];
  const pages = stripe.customers.listPaymentMethods(customerId, {
    type: 'card',
    limit: 100,
    expand: ['data.customer'],
  });
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

/** Saves a card. The customer is updated last, so that a card shown as default is already charged. */
export async function keepCard(connection: Connection, kept: KeptCard): Promise<string> {
  const { key, customerId, subscriptionId, cardId, isDefault, chargedId, email, details } = kept;
  const id = await attach(connection, { key: `${key}-attach`, customerId, cardId });
  if (isDefault && chargedId !== null) {
    await setChargedCard(connection, { key: `${key}-charged`, id: chargedId, cardId: id });
  }
  await withTaxErrors(() =>
    connection.stripe.customers.update(
      customerId,
      {
        email,
        ...toParams(details),
        metadata: ownMetadata(connection, subscriptionId),
        ...withInvoiceFields(details, isDefault ? { default_payment_method: id } : {}),
      },
      { idempotencyKey: key },
    ),
  );
  return id;
}

/** Makes a card the default, at the customer last: a card shown as default must be charged already. */
export async function setDefaultCard(
  connection: Connection,
  { key, customerId, cardId }: NamedCard,
): Promise<void> {
  const { stripe } = connection;
  for await (const one of stripe.subscriptions.list({ customer: customerId, limit: 100 })) {
    if (!hasEnded(one)) {
      await setChargedCard(connection, { key: `${key}-${one.id}`, id: one.id, cardId });
    }
  }
  await stripe.customers.update(
    customerId,
    { invoice_settings: { default_payment_method: cardId } },
    { idempotencyKey: key },
  );
}

/** Sets a subscription's own card, unless it has ended meanwhile: Stripe then takes no card, and none is charged. */
async function setChargedCard(
  { stripe }: Connection,
  { key, id, cardId }: ChargedCard,
): Promise<void> {
  try {
    const card = { default_payment_method: cardId };
    await stripe.subscriptions.update(id, card, { idempotencyKey: key });
  } catch (error) {
    if (!(isInvalidRequest(error) && hasEnded(await stripe.subscriptions.retrieve(id)))) {
      throw error;
    }
  }
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

/** Cancels open setups, unless they have added their card meanwhile. */
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

/** Attaches the card and answers its id. Stripe's test ids create a new card each time. */
async function attach(
  { stripe }: Connection,
  { key, customerId, cardId }: NamedCard,
): Promise<string> {
  try {
    const { id } = await stripe.paymentMethods.attach(
      cardId,
      { customer: customerId },
      { idempotencyKey: key },
    );
    return id;
  } catch (error) {
    if (!isInvalidRequest(error) || error.param === 'customer') {
      throw error;
    }
    const method = await findMethod(stripe, cardId);
    if (method && toId(method.customer) === customerId) {
      return method.id;
    }
    throw new CardDeclined(unusableCard);
  }
}

/** Finds the card that is charged next: a subscription's own card precedes the customer's. */
async function findDefaultCardId(
  { stripe }: Connection,
  customer: Stripe.Customer,
): Promise<string | undefined> {
  const { data } = await stripe.subscriptions.list({ customer: customer.id, limit: 100 });
  const own = data.find((one) => !hasEnded(one))?.default_payment_method;
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
