import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type {
  BillingDetails,
  Card,
  KeptCard,
  OwedCharge,
  ProviderEvent,
  ProviderInvoice,
  ProviderSubscription,
  RunningSubscription,
} from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import type { ConfiguredPrice } from '../../../src/modules/billing/port/provider-objects.ts';
import { itemsOf } from '../../../src/modules/billing/port/rules/plan.ts';
import type { ProviderRig } from './suite.ts';

/** A plan's items at those prices. */
export const itemsAt = (...priceIds: string[]) => itemsOf({ priceIds });

/** 0 cents a week. */
export const free = itemsAt('price_free_week');
/** 1,000 cents a week. */
export const pro = itemsAt('price_pro_week');
/** 3,000 cents a week on two prices. */
export const enterprise = itemsAt('price_enterprise_week', 'price_enterprise_extra_week');
export const usd = (amount: number) => ({ amount, currency: 'usd' });
/** Credit of a customer without any. */
export const noCredit = { credit: 0, creditCurrency: null };

/** Prices as the configuration names them, weekly and in usd; an amount of null is a retired price. */
export function weekly(items: readonly PriceItem[], amount: number | null): ConfiguredPrice {
  const total = amount === null ? null : usd(amount);
  const priceIds = items.map(({ price }) => price);
  return { priceIds, frequency: 'week', currency: 'usd', total };
}

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;
export const incompleteMs = 23 * hourMs;

export const details: BillingDetails = {
  name: 'Ada Lovelace',
  phone: '+1 555 0100',
  address: {
    line1: '12 St James Square',
    line2: '',
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
    country: 'US',
  },
};

export const newKey = () => randomUUID();

export interface Paying {
  readonly customerId: string;
  readonly card: Card;
}

export function newKept(
  customerId: string,
  cardId: string,
  chosen: Partial<KeptCard> = {},
): KeptCard {
  return {
    key: newKey(),
    customerId,
    subscriptionId: newKey(),
    cardId,
    isDefault: true,
    chargedId: null,
    email: 'ada@example.com',
    details,
    ...chosen,
  };
}

/** A customer who holds the card with Stripe's test id. */
export async function makeCustomer(rig: ProviderRig, cardId: string): Promise<Paying> {
  const subscriptionId = newKey();
  const customer = { key: newKey(), subscriptionId, email: 'ada@example.com' };
  const customerId = await rig.provider.createCustomer(customer);
  await rig.provider.keepCard(newKept(customerId, cardId, { subscriptionId }));
  return { customerId, card: await readCard(rig, customerId) };
}

export interface Start {
  readonly key: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly intentId: string;
  readonly items: readonly PriceItem[];
}

export function newStart(
  { customerId }: Pick<Paying, 'customerId'>,
  items: readonly PriceItem[],
): Start {
  const intentId = newKey();
  return { key: intentId, intentId, customerId, subscriptionId: newKey(), items };
}

export interface Subscribed extends Paying {
  readonly subscription: ProviderSubscription;
}

/** A customer with an active subscription; pays with Stripe's test card of that id. */
export async function subscribe(
  rig: ProviderRig,
  items: readonly PriceItem[],
  cardId = 'pm_card_visa',
): Promise<Subscribed> {
  const paying = await makeCustomer(rig, cardId);
  const charge = await rig.provider.startSubscription(newStart(paying, items));
  if (charge.outcome === 'authentication-needed') {
    await rig.authenticate(charge.clientSecret, true);
  }
  const subscription = await read(rig, subscriptionOf(charge).id);
  expect(subscription.status).toBe('active');
  return { ...paying, subscription };
}

export async function readCredit({ provider }: ProviderRig, customerId: string): Promise<number> {
  const customer = await provider.readCustomer(customerId);
  if (!customer) {
    throw new Error(`No customer ${customerId}.`);
  }
  return customer.credit;
}

export async function read({ provider }: ProviderRig, id: string): Promise<ProviderSubscription> {
  const subscription = await provider.readSubscription(id);
  if (!subscription) {
    throw new Error(`No subscription ${id}.`);
  }
  return subscription;
}

/** Amount of the next renewal. */
export async function nextTotal({ provider }: Pick<ProviderRig, 'provider'>, id: string) {
  return (await provider.readNextTotal(id))?.total ?? null;
}

/** Gives the customer another card and has it charged from now on. */
export async function payWith(rig: ProviderRig, customerId: string, cardId: string): Promise<Card> {
  const [running] = await rig.provider.listSubscriptions(customerId);
  await rig.provider.keepCard(newKept(customerId, cardId, { chargedId: running?.id ?? null }));
  return await readCard(rig, customerId);
}

/** The customer's default card. */
async function readCard({ provider }: ProviderRig, customerId: string): Promise<Card> {
  const card = (await provider.readCustomer(customerId))?.card;
  if (!card) {
    throw new Error(`The customer ${customerId} has no default card.`);
  }
  return card;
}

export function subscriptionOf(charge: OwedCharge | undefined): ProviderSubscription {
  if (!charge || !('subscription' in charge)) {
    throw new Error(`There is no subscription in ${JSON.stringify(charge)}.`);
  }
  return charge.subscription;
}

export function secretOf(charge: OwedCharge | undefined): string {
  if (charge?.outcome !== 'authentication-needed') {
    throw new Error(`No authentication is asked for in ${JSON.stringify(charge)}.`);
  }
  return charge.clientSecret;
}

/** Some instant before the end of the period, as the provider has it. */
export function beforeEnd({ periodEnd }: ProviderSubscription, ms: number): Date {
  if (!periodEnd) {
    throw new Error('The subscription has ended.');
  }
  return new Date(periodEnd.getTime() - ms);
}

export async function newestInvoice(
  rig: ProviderRig,
  customerId: string,
): Promise<ProviderInvoice> {
  const [newest] = await rig.provider.listInvoices(customerId, 1);
  if (!newest) {
    throw new Error('There is no invoice.');
  }
  return newest;
}

export async function invoiceStatuses(rig: ProviderRig, customerId: string): Promise<string[]> {
  const invoices = await rig.provider.listInvoices(customerId, 100);
  return invoices.map(({ status }) => status);
}

/** Types of all events about the customer, oldest first. */
export async function eventTypes(rig: ProviderRig, customerId: string): Promise<string[]> {
  const events = await allEvents(rig);
  return events.filter((event) => event.customerId === customerId).map(({ type }) => type);
}

/** Page by page, oldest first. */
async function allEvents({ provider }: ProviderRig): Promise<ProviderEvent[]> {
  const all: ProviderEvent[] = [];
  for (let hasMore = true; hasMore; ) {
    const oldest = all.at(-1)?.id;
    const page = await provider.listEvents({
      since: new Date(0),
      ...(oldest !== undefined && { after: oldest }),
    });
    all.push(...page.events);
    hasMore = page.hasMore;
  }
  return all.reverse();
}

/** Page by page, newest first. */
export async function listAllRunning({ provider }: ProviderRig): Promise<RunningSubscription[]> {
  const all: RunningSubscription[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await provider.listRunning(all.at(-1)?.id);
    all.push(...page.subscriptions);
    hasMore = page.hasMore;
  }
  return all;
}

/** Sums of the lines of a cost, by their kind. */
export function sumLines(lines: readonly { readonly kind: string; readonly amount: number }[]) {
  const sums: Record<string, number> = {};
  for (const { kind, amount } of lines) {
    sums[kind] = (sums[kind] ?? 0) + amount;
  }
  return sums;
}
