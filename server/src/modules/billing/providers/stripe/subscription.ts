import { randomUUID } from 'node:crypto';
import type { SubscriptionStatus } from '@hearth/contract';
import type Stripe from 'stripe';
import type {
  Charge,
  Money,
  ProviderSubscription,
  RunningPage,
} from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { asksForPerson, findPayment } from './invoices.ts';
import { isInvalidRequest, isMissing } from './stripe-errors.ts';

const withSecret = 'latest_invoice.confirmation_secret';

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'canceled',
};

const renewing: readonly SubscriptionStatus[] = ['active', 'past_due', 'unpaid'];

export async function readSubscription(
  connection: Connection,
  id: string,
): Promise<ProviderSubscription | undefined> {
  try {
    return await toSubscription(connection, await retrieveSubscription(connection, id));
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

export async function findSubscription(
  connection: Connection,
  { customerId, intentId }: { readonly customerId: string; readonly intentId: string },
): Promise<ProviderSubscription | undefined> {
  const pages = connection.stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: [`data.${withSecret}`],
  });
  for await (const subscription of pages) {
    if (subscription.metadata.intentId === intentId) {
      return toSubscription(connection, subscription);
    }
  }
  return undefined;
}

export async function listSubscriptions(
  connection: Connection,
  customerId: string,
): Promise<readonly ProviderSubscription[]> {
  const running: ProviderSubscription[] = [];
  // Without a status Stripe leaves out those that were canceled, but not those that expired.
  const pages = connection.stripe.subscriptions.list({
    customer: customerId,
    limit: 100,
    expand: [`data.${withSecret}`],
  });
  try {
    for await (const subscription of pages) {
      if (!hasEnded(subscription)) {
        running.push(await toSubscription(connection, subscription));
      }
    }
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
    // The customer has been deleted there.
  }
  return running;
}

export async function listRunning(
  { stripe }: Connection,
  after: string | undefined,
): Promise<RunningPage> {
  const behind = after === undefined ? {} : { starting_after: after };
  try {
    const { data, has_more } = await stripe.subscriptions.list({ limit: 100, ...behind });
    const subscriptions = data.map(({ id, customer, metadata }) => ({
      id,
      customerId: typeof customer === 'string' ? customer : customer.id,
      subscriptionId: metadata.subscriptionId ?? null,
    }));
    return { subscriptions, hasMore: has_more };
  } catch (error) {
    if (after !== undefined && isMissing(error)) {
      // The last one has ended or gone meanwhile; whoever asks begins anew another time.
      return { subscriptions: [], hasMore: false };
    }
    throw error;
  }
}

/** With its latest invoice and that invoice's secret, which `toSubscription` reads. */
export function retrieveSubscription(
  { stripe }: Connection,
  id: string,
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.retrieve(id, { expand: [withSecret] });
}

export async function toSubscription(
  connection: Connection,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription> {
  const { id, customer, items } = subscription;
  const status = toStatus(subscription);
  const isOver = status === 'canceled';
  const [nextTotal, clientSecret] = await Promise.all([
    renewing.includes(status) ? findNextTotal(connection, id) : null,
    isOver ? null : findClientSecret(connection, subscription),
  ]);
  return {
    id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    status,
    priceIds: items.data.map(({ price }) => price.id),
    periodEnd: isOver ? null : periodEndOf(subscription),
    nextTotal,
    clientSecret,
  };
}

/** A word that Stripe has invented since gives no access, and takes none of the money's paths. */
export function toStatus({ status }: Stripe.Subscription): SubscriptionStatus {
  return statuses[status] ?? 'unpaid';
}

export const hasEnded = (subscription: Stripe.Subscription) =>
  toStatus(subscription) === 'canceled';

export function latestInvoiceOf({ latest_invoice }: Stripe.Subscription) {
  return typeof latest_invoice === 'object' ? (latest_invoice ?? undefined) : undefined;
}

/** The invoice on whose payment a plan change waits. */
export function waitingInvoiceOf(subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  const invoice = latestInvoiceOf(subscription);
  const isWaiting =
    subscription.pending_update !== null &&
    invoice?.status === 'open' &&
    invoice.billing_reason === 'subscription_update';
  return isWaiting ? invoice : undefined;
}

export function periodEndOf(subscription: Stripe.Subscription): Date {
  return new Date(periodOf(subscription).end * 1_000);
}

/** Of the item that is renewed first, in seconds: one that was added later may be in another. */
export function periodOf({ items }: Stripe.Subscription): { start: number; end: number } {
  const ends = items.data.map(({ current_period_end }) => current_period_end);
  const end = Math.min(...ends);
  const first = items.data.find(({ current_period_end }) => current_period_end === end);
  return { start: first?.current_period_start ?? end, end };
}

export function paidOrWaiting(subscription: ProviderSubscription): Charge {
  const { clientSecret } = subscription;
  return clientSecret === null
    ? { outcome: 'paid', subscription }
    : { outcome: 'authentication-needed', clientSecret, subscription };
}

/** For a preview, which changes nothing and must never be answered from memory. */
export function oneTimeKey() {
  return { idempotencyKey: `preview-${randomUUID()}` };
}

async function findNextTotal({ stripe }: Connection, id: string): Promise<Money | null> {
  try {
    const preview = await stripe.invoices.createPreview({ subscription: id }, oneTimeKey());
    return { amount: preview.amount_due, currency: preview.currency };
  } catch (error) {
    // It ends with its period, or has ended since it was read.
    const isLast = isInvalidRequest(error) && error.code === 'invoice_upcoming_none';
    if (isLast || isMissing(error)) {
      return null;
    }
    throw error;
  }
}

/** An open invoice has a secret whatever it waits for; it is of use while the bank asks. */
async function findClientSecret(
  connection: Connection,
  subscription: Stripe.Subscription,
): Promise<string | null> {
  const invoice = latestInvoiceOf(subscription);
  const secret = invoice?.confirmation_secret?.client_secret;
  if (!(invoice?.status === 'open' && secret)) {
    return null;
  }
  return asksForPerson(await findPayment(connection, invoice.id)) ? secret : null;
}
