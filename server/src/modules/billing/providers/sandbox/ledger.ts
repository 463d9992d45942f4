import { randomBytes } from 'node:crypto';
import type { SubscriptionStatus } from '@hearth/contract';
import { randomId } from '../../../../platform/ids.ts';
import type { DisputeState, InvoicePayment } from '../../port/invoice-payment.ts';
import { type BillingDetails, type Card, ProviderRejected } from '../../port/payment-provider.ts';
import type { BilledTo } from './billed-to.ts';
import type { Catalogue } from './rules/catalogue.ts';
import type { SandboxDiscount } from './rules/discounts.ts';
import type { Debit, InvoiceLine } from './rules/proration.ts';
import type { SandboxTaxId } from './rules/tax-rules.ts';
import type { CardBehaviour } from './rules/test-cards.ts';

export interface SandboxCustomer {
  readonly id: string;
  /** Our id of the subscription. */
  reference: string;
  email: string;
  details: BillingDetails | null;
  taxId: SandboxTaxId | null;
  /** Credit for later invoices, in minor units. */
  credit: number;
  defaultCardId: string | null;
  readonly invoicePrefix: string;
  invoiceCount: number;
  readonly createdAt: Date;
  /** When the customer was removed; its invoices are kept. */
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
  /** Whether its holder has confirmed a payment once. */
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
  /** Minor units per period when it was sold; null in rows of an older version, which cost the plan's present price. */
  soldAmount: number | null;
  /** Plan of a change that waits for its payment. */
  pendingPriceIds: readonly string[] | null;
  /** Plan that takes effect when the period ends; null where it stays. */
  scheduledPriceIds: readonly string[] | null;
  /** Discount that lowers later invoices; null without one, and for one that the first invoice used up. */
  discount: SandboxDiscount | null;
  /** Whether its invoices are taxed; `stopped` once one could not be, because the place was not known. */
  taxes: 'off' | 'automatic' | 'stopped';
  /** Null where the present prices were charged in full, without a tax. */
  debit: Debit | null;
  readonly createdAt: Date;
  /** Start from which periods are counted; null in rows of an older version until they renew. */
  billingCycleAnchor: Date | null;
  periodStart: Date;
  periodEnd: Date;
  /** Whether it ends with its period instead of renewing. */
  cancelAtPeriodEnd: boolean;
  /** When its running trial ends, which is the end of its period; null outside a trial. */
  trialEnd: Date | null;
  endedAt: Date | null;
}

export interface SandboxInvoice {
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly secret: string;
  readonly number: string | null;
  readonly reason: 'create' | 'cycle' | 'update';
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  readonly createdAt: Date;
  paidAt: Date | null;
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  /** Minor units that a promotion code took off the lines. */
  readonly discount: number;
  readonly total: number;
  creditUsed: number;
  amountDue: number;
  retries: number;
  nextAttemptAt: Date | null;
  readonly clientSecret: string;
  /** Card whose bank waits for its holder. */
  waitingCardId: string | null;
  /** Card that paid; null where none did. */
  paidCard: InvoicePayment['card'];
  /** Minor units that were refunded, credited and disputed. */
  refunded: number;
  credited: number;
  disputed: number;
  dispute: DisputeState | null;
  readonly billedTo: BilledTo;
}

export interface SandboxEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string;
  readonly createdAt: Date;
}

/** Data of one customer that can still change. A transaction reads, changes and writes it as a whole. */
export interface Ledger {
  /** Instant of the present change. */
  readonly at: Date;
  readonly catalogue: Catalogue;
  readonly customer: SandboxCustomer;
  cards: SandboxCard[];
  readonly subscriptions: SandboxSubscription[];
  /** Invoices, oldest first: open ones, drafts, the latest of each subscription, and new ones. */
  invoices: SandboxInvoice[];
  readonly events: SandboxEvent[];
}

export const newId = (prefix: string) => `${prefix}_${randomId(24)}`;

/** 128 bits as base64url. */
export const newPageSecret = () => randomBytes(16).toString('base64url');

export function newClientSecret(prefix: 'pi' | 'seti'): string {
  return `${newId(prefix)}_secret_${randomId(24)}`;
}

/** Adds an event. */
export function recordEvent(ledger: Ledger, type: string): void {
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
    throw new ProviderRejected(`The customer ${ledger.customer.id} has no card ${id}.`);
  }
  return card;
}

export function findDefaultCard({
  cards,
  customer,
}: Pick<Ledger, 'cards' | 'customer'>): SandboxCard | undefined {
  return cards.find(({ id }) => id === customer.defaultCardId);
}

export function toCard({ customer }: Pick<Ledger, 'customer'>, card: SandboxCard): Card {
  const { id, brand, last4, expMonth, expYear, holder } = card;
  return { id, brand, last4, expMonth, expYear, holder, isDefault: customer.defaultCardId === id };
}

/** Null where there is no default. */
export function chargedCard(ledger: Pick<Ledger, 'cards' | 'customer'>): Card | null {
  const card = findDefaultCard(ledger);
  return card ? toCard(ledger, card) : null;
}

export function openInvoices(
  { invoices }: Pick<Ledger, 'invoices'>,
  subscriptionId: string,
): SandboxInvoice[] {
  return invoices.filter(
    (invoice) => invoice.subscriptionId === subscriptionId && invoice.status === 'open',
  );
}

/** Unpaid invoices of a first payment or of renewals, oldest first: what a payment collects. */
export function listOwed(
  ledger: Pick<Ledger, 'invoices'>,
  subscriptionId: string,
): SandboxInvoice[] {
  return openInvoices(ledger, subscriptionId).filter(({ reason }) => reason !== 'update');
}
