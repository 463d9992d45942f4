import { toBilledTo } from './billed-to.ts';
import {
  type Ledger,
  listOwed,
  newClientSecret,
  newId,
  newPageSecret,
  openInvoices,
  recordEvent,
  requireSubscription,
  type SandboxCard,
  type SandboxInvoice,
  type SandboxSubscription,
} from './ledger.ts';
import type { SandboxPlan } from './rules/catalogue.ts';
import { debitOf } from './rules/discounts.ts';
import { keepDelivered } from './rules/keep-delivered.ts';
import { type PricedLines, priceLines, taxingOf } from './rules/price-lines.ts';
import { type InvoiceLine, isBought, settle } from './rules/proration.ts';
import { presentPlan } from './rules/sold-plan.ts';
import { askBank, type BankAnswer } from './rules/test-cards.ts';

interface NewInvoice {
  readonly subscription: SandboxSubscription;
  readonly reason: SandboxInvoice['reason'];
  /** The plan that it charges for. */
  readonly plan: SandboxPlan;
  readonly lines: readonly InvoiceLine[];
}

/** Issues an invoice, and pays it from the customer's credit as far as that goes. */
export function openInvoice(ledger: Ledger, wanted: NewInvoice): SandboxInvoice {
  const { customer } = ledger;
  const { lines, parts, total } = priceInvoice(ledger, wanted);
  const { due, creditUsed, creditAfter } = settle(total, customer.credit);
  customer.credit = creditAfter;
  customer.invoiceCount += 1;
  const invoice: SandboxInvoice = {
    ...blankInvoice(ledger, wanted),
    number: `${customer.invoicePrefix}-${String(customer.invoiceCount).padStart(4, '0')}`,
    status: 'open',
    lines,
    discount: parts.discount,
    total,
    creditUsed,
    amountDue: due,
  };
  ledger.invoices.push(invoice);
  recordEvent(ledger, 'invoice.created');
  recordEvent(ledger, 'invoice.finalized');
  return invoice;
}

/** Writes a draft for a period, which is not collected. */
export function draftInvoice(ledger: Ledger, wanted: NewInvoice): void {
  const { lines, parts, total } = priceInvoice(ledger, wanted);
  ledger.invoices.push({
    ...blankInvoice(ledger, wanted),
    number: null,
    status: 'draft',
    lines,
    discount: parts.discount,
    total,
    creditUsed: 0,
    amountDue: Math.max(0, total),
  });
  recordEvent(ledger, 'invoice.created');
}

/** Computes discount and taxes. An invoice of a whole period also says what that period was charged. */
function priceInvoice(
  ledger: Ledger,
  { subscription, reason, plan, lines }: NewInvoice,
): PricedLines {
  stopUnknownTaxes(ledger, subscription, plan);
  const priced = priceLines(lines, {
    discount: subscription.discount,
    at: ledger.at,
    taxing: taxingOf(ledger, subscription, { plan }),
    currency: plan.total.currency,
  });
  if (reason !== 'update') {
    subscription.debit = debitOf(priced.lines, priced.parts.discount);
  }
  if (subscription.discount?.isOnce && lines.length > 0) {
    subscription.discount = null;
  }
  return priced;
}

/** Goes on without taxes where the place is not known any more, as Stripe does. */
function stopUnknownTaxes(
  ledger: Ledger,
  subscription: SandboxSubscription,
  plan: SandboxPlan,
): void {
  const taxing = taxingOf(ledger, subscription, { plan });
  if (taxing && !taxing.rule) {
    subscription.taxes = 'stopped';
    recordEvent(ledger, 'customer.subscription.updated');
  }
}

function blankInvoice({ customer, at }: Ledger, wanted: NewInvoice) {
  return {
    id: newId('in'),
    customerId: customer.id,
    subscriptionId: wanted.subscription.id,
    secret: newPageSecret(),
    reason: wanted.reason,
    createdAt: at,
    paidAt: null,
    currency: wanted.plan.total.currency,
    retries: 0,
    nextAttemptAt: null,
    clientSecret: newClientSecret('pi'),
    waitingCardId: null,
    paidCard: null,
    refunded: 0,
    credited: 0,
    disputed: 0,
    dispute: null,
    billedTo: toBilledTo(customer),
  };
}

/** Charges the card the amount due. A charge that needs confirmation waits. */
export function collect(
  ledger: Ledger,
  invoice: SandboxInvoice,
  card: SandboxCard | undefined,
): BankAnswer {
  const answer = askForPayment(invoice, card);
  if (answer.outcome === 'paid') {
    settlePaid(ledger, invoice, card);
    return answer;
  }
  recordEvent(ledger, 'invoice.payment_failed');
  invoice.waitingCardId = null;
  if (answer.outcome === 'authentication-needed') {
    invoice.waitingCardId = card?.id ?? null;
    recordEvent(ledger, 'invoice.payment_action_required');
  }
  return answer;
}

function askForPayment(invoice: SandboxInvoice, card: SandboxCard | undefined): BankAnswer {
  if (invoice.amountDue === 0) {
    return { outcome: 'paid' };
  }
  return card ? askBank(card) : { outcome: 'declined', message: 'There is no card to charge.' };
}

/** Marks the invoice paid, and applies the change that waited for it. */
export function settlePaid(
  ledger: Ledger,
  invoice: SandboxInvoice,
  card: SandboxCard | undefined,
): void {
  const subscription = requireSubscription(ledger, invoice.subscriptionId);
  const charged = invoice.amountDue > 0 ? card : undefined;
  invoice.paidCard = charged ? { brand: charged.brand, last4: charged.last4 } : null;
  invoice.status = 'paid';
  invoice.paidAt = ledger.at;
  invoice.nextAttemptAt = null;
  invoice.waitingCardId = null;
  recordEvent(ledger, 'invoice.paid');

  if (invoice.reason === 'update') {
    applyPendingChange(ledger, subscription, invoice);
    Object.assign(subscription, newPeriodOf(invoice));
  } else if (listOwed(ledger, subscription.id).length === 0) {
    subscription.status = 'active';
    removeDrafts(ledger, subscription.id);
  }
  recordEvent(ledger, 'customer.subscription.updated');
}

function applyPendingChange(
  ledger: Ledger,
  subscription: SandboxSubscription,
  { lines, discount }: SandboxInvoice,
): void {
  const { pendingPriceIds } = subscription;
  if (pendingPriceIds) {
    const to = ledger.catalogue.getPlan(pendingPriceIds);
    subscription.cancelAtPeriodEnd &&= !isBought(presentPlan(ledger, subscription), to);
    subscription.debit = subscription.trialEnd ? subscription.debit : debitOf(lines, discount);
    subscription.priceIds = pendingPriceIds;
    subscription.soldAmount = to.total.amount;
    subscription.pendingPriceIds = null;
    subscription.scheduledPriceIds = null;
  }
}

/** Finds the whole new period that the change pays, from which later ones are counted; nothing where it keeps the period. */
function newPeriodOf({ lines }: SandboxInvoice): Partial<SandboxSubscription> {
  const line = lines.find(({ kind }) => kind === 'period');
  if (!line) {
    return {};
  }
  const periodStart = new Date(line.from);
  return { billingCycleAnchor: periodStart, periodStart, periodEnd: new Date(line.to) };
}

/** Voids an open invoice and restores the credit that it used. */
function voidInvoice(ledger: Ledger, invoice: SandboxInvoice): void {
  invoice.status = 'void';
  invoice.nextAttemptAt = null;
  invoice.waitingCardId = null;
  ledger.customer.credit += invoice.creditUsed;
  recordEvent(ledger, 'invoice.voided');
}

/** Drops a plan change that was not paid. */
export function dropPendingChange(ledger: Ledger, subscription: SandboxSubscription): void {
  const pending = openInvoices(ledger, subscription.id).filter(({ reason }) => reason === 'update');
  for (const invoice of pending) {
    voidInvoice(ledger, invoice);
  }
  if (subscription.pendingPriceIds) {
    subscription.pendingPriceIds = null;
    recordEvent(ledger, 'customer.subscription.pending_update_expired');
  }
}

export function endSubscription(ledger: Ledger, subscription: SandboxSubscription): void {
  for (const invoice of openInvoices(ledger, subscription.id)) {
    if (!keepDelivered(ledger, invoice)) {
      voidInvoice(ledger, invoice);
    }
  }
  removeDrafts(ledger, subscription.id);
  subscription.pendingPriceIds = null;
  subscription.scheduledPriceIds = null;
  subscription.status = 'canceled';
  subscription.endedAt = ledger.at;
  recordEvent(ledger, 'customer.subscription.deleted');
}

function removeDrafts(ledger: Ledger, subscriptionId: string): void {
  ledger.invoices = ledger.invoices.filter(
    (invoice) => invoice.subscriptionId !== subscriptionId || invoice.status !== 'draft',
  );
}
