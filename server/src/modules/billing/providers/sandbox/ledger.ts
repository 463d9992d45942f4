import { randomBytes } from 'node:crypto';
import type { SubscriptionStatus } from '@hearth/contract';
import { randomId } from '../../../../platform/ids.ts';
import type { BillingDetails, Card, ProviderSubscription } from '../../port/payment-provider.ts';
import type { Catalogue } from './catalogue.ts';
import { type InvoiceLine, settle } from './proration.ts';
import type { CardBehaviour } from './test-cards.ts';

export interface SandboxCustomer {
  readonly id: string;
  /** The product's id of the subscription. */
  readonly reference: string;
  email: string;
  details: BillingDetails | null;
  /** Minor units that later invoices use up. */
  credit: number;
  defaultCardId: string | null;
  readonly invoicePrefix: string;
  invoiceCount: number;
  readonly createdAt: Date;
  /** Since when it is only there for its invoices. */
  removedAt: Date | null;
}

export interface SandboxCard {
  readonly id: string;
  customerId: string | null;
  readonly brand: string;
  readonly last4: string;
  readonly behaviour: CardBehaviour;
  readonly expMonth: number;
  readonly expYear: number;
  readonly holder: string;
  /** Its person has answered the bank once. */
  authenticated: boolean;
  readonly createdAt: Date;
}

export interface SandboxSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly reference: string;
  readonly intentId: string;
  status: SubscriptionStatus;
  priceIds: readonly string[];
  /** Of a change that waits for its payment. */
  pendingPriceIds: readonly string[] | null;
  readonly createdAt: Date;
  periodStart: Date;
  periodEnd: Date;
  endedAt: Date | null;
}

export interface BilledTo {
  readonly email: string;
  readonly details: BillingDetails | null;
}

export interface SandboxInvoice {
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly secret: string;
  readonly number: string | null;
  readonly reason: 'create' | 'cycle' | 'update';
  status: 'draft' | 'open' | 'paid' | 'void';
  readonly createdAt: Date;
  paidAt: Date | null;
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  readonly total: number;
  readonly creditUsed: number;
  readonly amountDue: number;
  retries: number;
  nextAttemptAt: Date | null;
  readonly clientSecret: string;
  /** Card whose bank wants the person. */
  waitingCardId: string | null;
  readonly billedTo: BilledTo;
}

export interface SandboxEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string;
  readonly createdAt: Date;
}

/** All of one customer that can still change, as one transaction reads, changes and writes it. */
export interface Ledger {
  /** When what is done now happens. */
  readonly at: Date;
  readonly catalogue: Catalogue;
  readonly customer: SandboxCustomer;
  cards: SandboxCard[];
  readonly subscriptions: SandboxSubscription[];
  /** Those that were open or drafts, and new ones. */
  invoices: SandboxInvoice[];
  readonly events: SandboxEvent[];
}

export const newId = (prefix: string) => `${prefix}_${randomId(24)}`;

/** 128 bits as base64url. */
export const newPageSecret = () => randomBytes(16).toString('base64url');

export function newClientSecret(prefix: 'pi' | 'seti'): string {
  return `${newId(prefix)}_secret_${randomId(24)}`;
}

/** Notes that something happened. */
export function tell(ledger: Ledger, type: string): void {
  ledger.events.push({
    id: newId('evt'),
    type,
    customerId: ledger.customer.id,
    createdAt: ledger.at,
  });
}

export function requireSubscription(ledger: Ledger, id: string): SandboxSubscription {
  const subscription = ledger.subscriptions.find((candidate) => candidate.id === id);
  if (!subscription) {
    throw new Error(`The sandbox has no subscription ${id}.`);
  }
  return subscription;
}

export function requireCard(ledger: Ledger, id: string): SandboxCard {
  const card = ledger.cards.find((candidate) => candidate.id === id);
  if (!card) {
    throw new Error(`The sandbox's customer ${ledger.customer.id} has no card ${id}.`);
  }
  return card;
}

export function findDefaultCard({ cards, customer }: Ledger): SandboxCard | undefined {
  return cards.find(({ id }) => id === customer.defaultCardId);
}

export function toCard({ customer }: Pick<Ledger, 'customer'>, card: SandboxCard): Card {
  const { id, brand, last4, expMonth, expYear, holder } = card;
  return { id, brand, last4, expMonth, expYear, holder, isDefault: customer.defaultCardId === id };
}

export function toProviderSubscription(
  ledger: Pick<Ledger, 'catalogue' | 'customer' | 'invoices'>,
  subscription: SandboxSubscription,
): ProviderSubscription {
  const { id, customerId, status, priceIds } = subscription;
  const ended = status === 'canceled';
  const { total } = ledger.catalogue.getPlan(priceIds);
  const next = settle(total.amount, ledger.customer.credit).due;
  const waiting = ledger.invoices.find(
    (invoice) =>
      invoice.subscriptionId === id && invoice.status === 'open' && invoice.waitingCardId !== null,
  );
  return {
    id,
    customerId,
    status,
    priceIds,
    periodEnd: ended ? null : subscription.periodEnd,
    nextTotal: ended || status === 'unpaid' ? null : { ...total, amount: next },
    clientSecret: waiting?.clientSecret ?? null,
  };
}
