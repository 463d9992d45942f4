import { requireShown, toDebt } from '../../port/debt.ts';
import type {
  Charge,
  NewProviderSubscription,
  PaymentProvider,
} from '../../port/payment-provider.ts';
import type { PromotionCode } from '../../port/promotion-code.ts';
import { PlaceUnknown } from '../../port/taxes.ts';
import { collect, endSubscription, openInvoice } from './invoices.ts';
import {
  findDefaultCard,
  type Ledger,
  listOwed,
  newId,
  recordEvent,
  requireSubscription,
  type SandboxInvoice,
  type SandboxSubscription,
} from './ledger.ts';
import { toInvoice, toProviderSubscription } from './provider-shapes.ts';
import { requireCurrency } from './rules/currency.ts';
import { newDiscount } from './rules/discounts.ts';
import { taxingOf } from './rules/price-lines.ts';
import { newPeriod, periodLines } from './rules/proration.ts';
import type { BankAnswer } from './rules/test-cards.ts';
import { noteTrial, trialPeriod } from './trial.ts';

/** Starts a subscription and charges its first period; a decline ends it. */
export function startSubscription(
  ledger: Ledger,
  wanted: NewProviderSubscription,
  code?: PromotionCode,
): Charge {
  const plan = ledger.catalogue.getPlan(wanted.priceIds);
  requireCurrency(ledger, plan);
  const subscription: SandboxSubscription = {
    id: newId('sub'),
    customerId: ledger.customer.id,
    reference: wanted.subscriptionId,
    intentId: wanted.intentId,
    status: 'incomplete',
    priceIds: plan.priceIds,
    soldAmount: plan.total.amount,
    pendingPriceIds: null,
    scheduledPriceIds: null,
    discount: code ? newDiscount(code, ledger.at) : null,
    debit: null,
    taxes: wanted.isTaxed ? 'automatic' : 'off',
    createdAt: ledger.at,
    billingCycleAnchor: ledger.at,
    ...newPeriod(plan, ledger.at),
    cancelAtPeriodEnd: false,
    trialEnd: null,
    endedAt: null,
    ...(wanted.trialDays !== undefined && trialPeriod(ledger.at, wanted.trialDays)),
  };

  const taxing = taxingOf(ledger, subscription, { plan });
  if (taxing && !taxing.rule) {
    throw new PlaceUnknown('The sandbox cannot tell which taxes apply at the address.');
  }
  ledger.subscriptions.push(subscription);
  recordEvent(ledger, 'customer.subscription.created');
  const invoice = openInvoice(ledger, {
    subscription,
    reason: 'create',
    plan,
    lines: subscription.trialEnd ? [] : periodLines(plan, subscription),
  });
  noteTrial(subscription);
  const answer = collect(ledger, invoice, findDefaultCard(ledger));
  if (answer.outcome === 'declined') {
    endSubscription(ledger, subscription);
  }
  return toCharge(ledger, invoice, answer);
}

/** Charges the default card what is owed, up to the first invoice that it does not pay; undefined where nothing is. */
export function payOpenInvoice(
  ledger: Ledger,
  { id, shown }: Parameters<PaymentProvider['payOpenInvoice']>[0],
): Charge | undefined {
  const owed = listOwed(ledger, id);
  requireShown(shown, toDebt(owed.map(toInvoice)));
  const charge = (invoice: SandboxInvoice) =>
    toCharge(ledger, invoice, collect(ledger, invoice, findDefaultCard(ledger)));
  let last: Charge | undefined;
  for (const invoice of owed) {
    last = charge(invoice);
    if (last.outcome !== 'paid') {
      break;
    }
  }
  return last;
}

export function toCharge(ledger: Ledger, invoice: SandboxInvoice, answer: BankAnswer): Charge {
  if (answer.outcome === 'declined') {
    return answer;
  }
  const subscription = toProviderSubscription(
    ledger,
    requireSubscription(ledger, invoice.subscriptionId),
  );
  return answer.outcome === 'paid'
    ? { outcome: 'paid', subscription }
    : { outcome: 'authentication-needed', clientSecret: invoice.clientSecret, subscription };
}
