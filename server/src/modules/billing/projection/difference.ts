import type { HearthConfig } from '@hearth/contract';
import { findPlan, type Subscription } from '../../subscriptions/index.ts';
import type { InvoiceReturn } from '../port/invoice-payment.ts';
import type {
  Card,
  Money,
  ProviderInvoice,
  ProviderSubscription,
  ScheduledPrices,
} from '../port/payment-provider.ts';
import { toItemsText } from '../port/price-item.ts';
import { planOfItems } from '../port/rules/plan.ts';
import { isBoughtUntaxed } from '../port/taxes.ts';
import type { BillingAccount, ChargedPrice, KeptCard } from '../records/billing-account-store.ts';
import type { KeptInvoice } from '../records/invoice-store.ts';
import { findCharged, type Snapshot, toChargedPrice } from './snapshot.ts';

/** One difference between our rows and the provider. */
export interface Difference {
  /** Null where no subscription here belongs to it. */
  readonly subscriptionId: string | null;
  readonly about:
    | 'status'
    | 'plan'
    | 'price'
    | 'end of period'
    | 'ending'
    | 'scheduled change'
    | 'first payment'
    | 'card'
    | 'invoice'
    | 'charged subscription';
  readonly here: string;
  readonly there: string;
}

/** Our rows of one project. */
export interface StoredProject {
  readonly subscription: Subscription;
  readonly account: BillingAccount;
  readonly invoices: readonly KeptInvoice[];
}

type Part = Omit<Difference, 'subscriptionId'>;

/** Lists what a projection of the snapshot would change. Plan and status of a canceled project never change. */
export function findDifferences(
  kept: StoredProject,
  snapshot: Snapshot,
  settings: HearthConfig,
): Difference[] {
  const { id, status } = kept.subscription;
  const parts = [
    ...(status === 'canceled' ? [] : compareCharged(kept, snapshot, settings)),
    ...compareText('card', toCardText(kept.account.card), toCardText(snapshot.card)),
    ...changedInvoices(kept.invoices, snapshot).flatMap(({ before, now }) =>
      compareText('invoice', toTextHere(before, now), toInvoiceText(now)),
    ),
    ...goneDrafts(kept.invoices, snapshot).map((draft) => ({
      about: 'invoice' as const,
      here: toInvoiceText(draft),
      there: `no ${draft.id}`,
    })),
  ];
  return parts.map((part) => ({ subscriptionId: id, ...part }));
}

function compareCharged(
  { subscription, account }: StoredProject,
  { charged }: Snapshot,
  settings: HearthConfig,
): Part[] {
  const { planId, status } = subscription;
  const isFree = findPlan(settings, planId)?.free === true;
  if (!charged) {
    const here = `${planId} ${status}`;
    const isRight = isFree && status === 'active';
    return isRight ? [] : [{ about: 'charged subscription', here, there: 'none' }];
  }
  if (account.isPending) {
    return compareText('first payment', 'incomplete', charged.status);
  }
  if (isFree && charged.status === 'canceled') {
    return [{ about: 'charged subscription', here: charged.id, there: 'none' }];
  }
  const plan = planOfItems(settings, charged.items)?.id ?? toItemsText(charged.items);
  return [
    ...compareText('status', status, charged.status),
    ...(charged.status === 'canceled' ? [] : compareText('plan', planId, plan)),
    ...(planId === plan ? comparePrice(account, charged) : []),
    ...compareText('end of period', toTimeText(account.periodEnd), toTimeText(charged.periodEnd)),
    ...compareText('ending', toTimeText(account.endsAt), toTimeText(charged.endsAt)),
    ...compareText(
      'scheduled change',
      toScheduledText(account.scheduled),
      toScheduledText(charged.scheduled),
    ),
  ];
}

/** A row has no price after a change whose prices were not read yet. */
function comparePrice(account: BillingAccount, charged: ProviderSubscription): Part[] {
  return account.price === null
    ? []
    : compareText('price', toPriceText(account), toPriceText(toChargedPrice(charged)));
}

/** Whether our rows still lack the account, the price, rates of taxes, or refunds and disputes, or how taxes are charged has changed. */
export function lacksFacts(
  { account, invoices }: Pick<StoredProject, 'account' | 'invoices'>,
  snapshot: Snapshot,
  settings: Pick<HearthConfig, 'billing'>,
): boolean {
  const { price } = toChargedPrice(findCharged(account, snapshot));
  return (
    account.provider === null ||
    invoices.some(({ lacksRates }) => lacksRates) ||
    account.returnsReadAt === null ||
    account.isTaxStopped !== (snapshot.charged?.isTaxStopped === true) ||
    account.isPaused !== (snapshot.charged?.isPaused === true) ||
    account.isBoughtUntaxed !== isBoughtUntaxed(settings, snapshot.charged) ||
    (account.price === null && price !== null)
  );
}

export interface ChangedInvoice {
  readonly before: KeptInvoice | undefined;
  readonly now: KeptInvoice;
  readonly read: ProviderInvoice;
}

/** Lists the invoices that differ from our rows. */
export function changedInvoices(
  kept: readonly KeptInvoice[],
  snapshot: Pick<Snapshot, 'invoices' | 'payments' | 'returns'>,
): ChangedInvoice[] {
  return snapshot.invoices.flatMap((read) => {
    const before = kept.find(({ id }) => id === read.id);
    const now = toKept(before, read, snapshot);
    return before && isSame(before, now) ? [] : [{ before, now, read }];
  });
}

/** Keeps the stored refund, dispute and payment where the snapshot did not read them. */
function toKept(
  before: KeptInvoice | undefined,
  read: ProviderInvoice,
  { payments, returns }: Pick<Snapshot, 'payments' | 'returns'>,
): KeptInvoice {
  const { id, isHidden, number, status, total, subtotal, discount, tax } = read;
  const { createdAt, paidUntil, due } = read;
  const isPaidOutside = payments.get(id)?.isOutside ?? before?.isPaidOutside ?? false;
  const returned = returns?.find(({ invoiceId }) => invoiceId === id);
  const isRefundKnown = returns !== undefined || before === undefined;
  return {
    id,
    isHidden,
    number,
    status,
    total,
    subtotal,
    discount,
    tax,
    createdAt,
    credited: toCredited(before, read, { returned, isRead: returns !== undefined }),
    paidUntil,
    due: due.amount,
    isPaidOutside,
    refunded: returned?.refunded ?? before?.refunded ?? (isRefundKnown ? 0 : null),
    ...toDispute(before, returned),
  };
}

interface ReadReturn {
  readonly returned: InvoiceReturn | undefined;
  /** Whether returns were read, of this invoice or of others. */
  readonly isRead: boolean;
}

/** Credit notes less what of them went back as cash, which counts as refunded. Unread, the notes stay as they were. */
function toCredited(
  before: KeptInvoice | undefined,
  { credited }: ProviderInvoice,
  { returned, isRead }: ReadReturn,
): number {
  const isKept = !isRead && before?.status === 'paid' && before.credited !== null;
  return isKept ? before.credited : Math.max(0, credited - (returned?.creditedAsCash ?? 0));
}

/** A dispute that the provider no longer names was won. */
function toDispute(before: KeptInvoice | undefined, returned: InvoiceReturn | undefined) {
  const { disputed = 0, dispute = null } = before ?? {};
  if (!returned) {
    return { disputed, dispute };
  }
  return returned.dispute || !dispute
    ? { disputed: returned.disputed, dispute: returned.dispute }
    : { disputed, dispute: 'won' as const };
}

function isSame(before: KeptInvoice, now: KeptInvoice): boolean {
  return (
    toInvoiceText(before) === toInvoiceText(now) &&
    !before.lacksRates &&
    before.isHidden === now.isHidden &&
    before.due === now.due &&
    before.subtotal === now.subtotal &&
    before.discount === now.discount &&
    before.tax === now.tax &&
    before.refunded === now.refunded &&
    before.credited === now.credited &&
    before.paidUntil?.getTime() === now.paidUntil?.getTime()
  );
}

/** Amounts that an earlier version did not store count as equal. */
function toTextHere(before: KeptInvoice | undefined, now: KeptInvoice): string {
  if (!before) {
    return `no ${now.id}`;
  }
  const refunded = before.refunded ?? now.refunded;
  const credited = before.credited ?? now.credited;
  return toInvoiceText({ ...before, refunded, credited });
}

/** Stored drafts that the provider has deleted. */
export function goneDrafts(
  kept: readonly KeptInvoice[],
  { invoices, listedAfter }: Snapshot,
): KeptInvoice[] {
  return listedAfter === null
    ? []
    : kept.filter(
        (draft) =>
          draft.status === 'draft' &&
          draft.createdAt > listedAfter &&
          !invoices.some(({ id }) => id === draft.id),
      );
}

function compareText(about: Part['about'], here: string, there: string): Part[] {
  return here === there ? [] : [{ about, here, there }];
}

function toCardText(card: KeptCard | Card | null): string {
  return card ? `${card.brand} ${card.last4} ${card.expMonth}/${card.expYear}` : 'none';
}

function toInvoiceText(invoice: KeptInvoice): string {
  const { id, number, status, total, refunded, credited, disputed, dispute } = invoice;
  return [
    `${id} ${number ?? 'without number'} ${status} ${toMoneyText(total)}`,
    ...(invoice.isPaidOutside ? ['paid outside'] : []),
    ...(refunded ? [`refunded ${refunded}`] : []),
    ...(credited ? [`credited ${credited}`] : []),
    ...(dispute ? [`dispute about ${disputed} ${dispute}`] : []),
  ].join(', ');
}

const toMoneyText = ({ amount, currency }: Money) => `${amount} ${currency}`;

function toPriceText({ items, price }: ChargedPrice): string {
  return price ? `${toItemsText(items ?? [])} ${toMoneyText(price)}` : 'none';
}

const toScheduledText = (scheduled: ScheduledPrices | null) =>
  scheduled ? `${toItemsText(scheduled.items)} at ${scheduled.at.toISOString()}` : 'none';

const toTimeText = (time: Date | null) => time?.toISOString() ?? 'none';
