import type { HearthConfig } from '@hearth/contract';
import { findPlan, type Subscription } from '../../subscriptions/index.ts';
import type {
  Card,
  Money,
  ProviderInvoice,
  ProviderSubscription,
} from '../port/payment-provider.ts';
import { planOfPrices } from '../port/plan.ts';
import type { BillingAccount, KeptCard } from '../records/billing-account-store.ts';
import type { KeptInvoice } from '../records/comparison-store.ts';

/** One thing that is not here as the provider has it. */
export interface Difference {
  /** Null for what nobody here knows. */
  readonly subscriptionId: string | null;
  readonly about:
    | 'status'
    | 'plan'
    | 'next total'
    | 'end of period'
    | 'first payment'
    | 'card'
    | 'invoice'
    | 'charged subscription';
  readonly here: string;
  readonly there: string;
}

/** What stands here. */
export interface Kept {
  readonly subscription: Subscription;
  readonly account: BillingAccount;
  readonly invoices: readonly KeptInvoice[];
}

/** What the provider has of the same customer. */
export interface Found {
  /** Those that have not ended. */
  readonly running: readonly ProviderSubscription[];
  readonly cards: readonly Card[];
  readonly invoices: readonly ProviderInvoice[];
}

type Part = Omit<Difference, 'subscriptionId'>;

/** Of a canceled one only what is still running there is looked at. */
export function findDifferences(kept: Kept, found: Found, settings: HearthConfig): Difference[] {
  const { id, status } = kept.subscription;
  const parts =
    status === 'canceled'
      ? found.running.map((one) => toStray(one, 'canceled'))
      : [
          ...compareCharged(kept, found, settings),
          ...compareFirstPayment(kept, found),
          ...findStrays(kept, found).map((one) => toStray(one, 'unknown')),
          ...compareText('card', toCardText(kept.account.card), toCardText(defaultCard(found))),
          ...compareInvoices(kept, found),
        ];
  return parts.map((part) => ({ subscriptionId: id, ...part }));
}

/** Those that run at the provider and that nothing here stands for. */
export function findStrays({ account }: Kept, { running }: Found): readonly ProviderSubscription[] {
  const known = [account.providerSubscriptionId, account.nextProviderSubscriptionId];
  return running.filter(({ id }) => !known.includes(id));
}

function toStray({ id, status }: ProviderSubscription, here: string): Part {
  return { about: 'charged subscription', here, there: `${id} ${status}` };
}

function compareCharged(
  { subscription, account }: Kept,
  { running }: Found,
  settings: HearthConfig,
): Part[] {
  const { planId, status } = subscription;
  const charged = account.providerSubscriptionId;
  if (charged === null) {
    const isFree = findPlan(settings, planId)?.free === true && status === 'active';
    const here = `${planId} ${status}`;
    return isFree ? [] : [{ about: 'charged subscription', here, there: 'none' }];
  }
  const current = running.find(({ id }) => id === charged);
  if (!current) {
    return [{ about: 'status', here: status, there: 'ended' }];
  }
  const plan = planOfPrices(settings, current.priceIds)?.id ?? current.priceIds.join(' and ');
  return [
    ...compareText('status', status, current.status),
    ...compareText('plan', planId, plan),
    ...compareText('next total', toMoneyText(account.next), toMoneyText(current.nextTotal)),
    ...compareText('end of period', toTimeText(account.periodEnd), toTimeText(current.periodEnd)),
  ];
}

/** A first payment of a free subscription waits until it is through or has been given up. */
function compareFirstPayment({ account }: Kept, { running }: Found): Part[] {
  const { nextProviderSubscriptionId } = account;
  if (nextProviderSubscriptionId === null) {
    return [];
  }
  const next = running.find(({ id }) => id === nextProviderSubscriptionId);
  return compareText('first payment', 'incomplete', next?.status ?? 'ended');
}

function compareInvoices(kept: Kept, found: Found): Part[] {
  const here = new Map(kept.invoices.map((invoice) => [invoice.id, toInvoiceText(invoice)]));
  const there = new Map(found.invoices.map((invoice) => [invoice.id, toInvoiceText(invoice)]));
  for (const { id, status } of kept.invoices) {
    // Of a customer who was removed and made anew; nothing can change about it any more.
    if (isFinal(status) && !there.has(id)) {
      here.delete(id);
    }
  }
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((id) =>
    compareText('invoice', here.get(id) ?? `no ${id}`, there.get(id) ?? `no ${id}`),
  );
}

const isFinal = (status: string) => ['paid', 'void', 'uncollectible'].includes(status);

function compareText(about: Part['about'], here: string, there: string): Part[] {
  return here === there ? [] : [{ about, here, there }];
}

const defaultCard = ({ cards }: Found) => cards.find(({ isDefault }) => isDefault) ?? null;

function toCardText(card: KeptCard | null): string {
  return card ? `${card.brand} ${card.last4} ${card.expMonth}/${card.expYear}` : 'none';
}

function toInvoiceText({ id, number, status, total }: KeptInvoice): string {
  return `${id} ${number ?? 'without number'} ${status} ${toMoneyText(total)}`;
}

const toMoneyText = (money: Money | null) => (money ? `${money.amount} ${money.currency}` : 'none');

const toTimeText = (time: Date | null) => time?.toISOString() ?? 'none';
