import type { InvoicePayment, InvoiceReturn } from '../port/invoice-payment.ts';
import type {
  Card,
  PaymentProvider,
  ProviderInvoice,
  ProviderSubscription,
} from '../port/payment-provider.ts';
import type { BillingAccount, ChargedPrice } from '../records/billing-account-store.ts';
import type { KeptInvoice } from '../records/invoice-store.ts';

/** State of one project at the provider, read after `reading` was numbered. */
export interface Snapshot {
  readonly reading: bigint;
  /** Undefined where nothing was ever bought. */
  readonly charged: ProviderSubscription | undefined;
  readonly card: Card | null;
  /** Invoices that were read, newest first. */
  readonly invoices: readonly ProviderInvoice[];
  /** Instant after which no invoice is missing, so that a missing draft was deleted; null where others may be missing. */
  readonly listedAfter: Date | null;
  /** Payments by invoice, of those that are not stored as paid yet. */
  readonly payments: ReadonlyMap<string, InvoicePayment>;
  /** Undefined where refunds and disputes were not read. */
  readonly returns: readonly InvoiceReturn[] | undefined;
}

/** Far more than can be open at a time; older ones are final, or have events of their own. */
const newestInvoices = 20;
/** Number for a project that was not read for long, or for a customer that was unknown here. */
const manyInvoices = 100;

export interface SnapshotRequest {
  readonly account: BillingAccount & { readonly customerId: string };
  readonly reading: bigint;
  /** Whether to read refunds and disputes, which takes two more requests and one for each dispute. */
  readonly withReturns: boolean;
  /** Selects the given invoices that are stored here. */
  readonly listKept: (invoices: readonly ProviderInvoice[]) => Promise<readonly KeptInvoice[]>;
}

/** Undefined where the provider has no such subscription, as with keys of another account. */
export async function readSnapshot(
  question: SnapshotRequest,
  payments: PaymentProvider,
): Promise<Snapshot | undefined> {
  const { account, reading } = question;
  const { customerId, providerSubscriptionId } = account;
  const [charged, customer, invoices] = await Promise.all([
    providerSubscriptionId === null ? undefined : payments.readSubscription(providerSubscriptionId),
    providerSubscriptionId === null ? payments.readCustomer(customerId) : undefined,
    readInvoices(question, payments),
  ]);
  if (providerSubscriptionId !== null && !charged) {
    return undefined;
  }
  const card = charged ? charged.card : (customer?.card ?? null);
  return { reading, charged, card, ...invoices, invoices: closeEnded(invoices.invoices, charged) };
}

/** Nothing collects an invoice that is open at the provider after its subscription has ended. */
function closeEnded(
  invoices: readonly ProviderInvoice[],
  charged: ProviderSubscription | undefined,
): readonly ProviderInvoice[] {
  return invoices.map((invoice) => {
    const { providerSubscriptionId: id, status } = invoice;
    const hasEnded = id !== null && (id !== charged?.id || charged.status === 'canceled');
    return hasEnded && status === 'open' ? { ...invoice, status: 'uncollectible' } : invoice;
  });
}

async function readInvoices(
  question: SnapshotRequest,
  payments: PaymentProvider,
): Promise<Pick<Snapshot, 'invoices' | 'listedAfter' | 'payments' | 'returns'>> {
  const { account, withReturns, listKept } = question;
  const asked = withReturns ? manyInvoices : newestInvoices;
  const [newest, returns] = await Promise.all([
    payments.listInvoices(account.customerId, asked),
    withReturns ? payments.listReturns(account.customerId) : undefined,
  ]);
  const kept = await listKept(newest);
  // None of the newest is stored here, so older ones may be missing too.
  const mayMiss = newest.length === newestInvoices && kept.length === 0;
  const invoices = mayMiss ? await payments.listInvoices(account.customerId, manyInvoices) : newest;
  return {
    invoices,
    listedAfter: findStart(invoices, mayMiss ? manyInvoices : asked),
    returns,
    payments: await readPayments({ invoices, kept }, payments),
  };
}

/** Fewer than the limit are all that there are; a full list ends at its oldest. */
function findStart(invoices: readonly ProviderInvoice[], limit: number): Date | null {
  return invoices.length < limit ? new Date(0) : (invoices.at(-1)?.createdAt ?? null);
}

/** After a long gap, only so many receipts name their card: each costs a request. */
const maxPaymentsRead = 5;

async function readPayments(
  read: { readonly invoices: readonly ProviderInvoice[]; readonly kept: readonly KeptInvoice[] },
  payments: PaymentProvider,
): Promise<ReadonlyMap<string, InvoicePayment>> {
  const { invoices, kept } = read;
  const known = new Set(kept.filter(({ status }) => status === 'paid').map(({ id }) => id));
  const fresh = invoices.filter(
    ({ id, status, due }) => status === 'paid' && due.amount > 0 && !known.has(id),
  );
  return new Map(
    await Promise.all(
      fresh
        .slice(0, maxPaymentsRead)
        .map(async ({ id }) => [id, await payments.readPayment(id)] as const),
    ),
  );
}

/** Undefined while a first payment waits: until then the project is on the free plan. */
export function findCharged(
  { isPending }: Pick<BillingAccount, 'isPending'>,
  { charged }: Snapshot,
): ProviderSubscription | undefined {
  return isPending && charged?.status === 'incomplete' ? undefined : charged;
}

/** Null once the subscription has ended: nothing is charged any more. */
export function toChargedPrice(charged: ProviderSubscription | undefined): ChargedPrice {
  const price = charged?.price ?? null;
  return { items: charged && price ? charged.items : null, price };
}

/** Makes a snapshot of the provider's answer to a change, so that it can be shown without another request. */
export function toSnapshot(charged: ProviderSubscription, reading: bigint): Snapshot {
  const { card, latestInvoice } = charged;
  const read = latestInvoice && latestInvoice.total.amount !== 0 ? [latestInvoice] : [];
  const invoices = closeEnded(read, charged);
  const payment = { card: card && { brand: card.brand, last4: card.last4 }, isOutside: false };
  const payments = new Map(invoices.map(({ id }) => [id, payment]));
  return { reading, charged, card, invoices, listedAfter: null, payments, returns: undefined };
}
