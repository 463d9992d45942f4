import type { InvoicePayment, InvoiceReturn } from '../port/invoice-payment.ts';
import type {
  Card,
  PaymentProvider,
  ProviderInvoice,
  ProviderSubscription,
} from '../port/payment-provider.ts';
import type { BillingAccount, ChargedPrice } from '../records/billing-account-store.ts';
import type { KeptInvoice } from '../records/invoice-store.ts';

/** What the provider has for one project, read after `reading` was numbered. */
export interface Snapshot {
  readonly reading: bigint;
  /** Undefined where nothing was ever bought. */
  readonly charged: ProviderSubscription | undefined;
  readonly card: Card | null;
  /** Newest first; those that the reading has come across. */
  readonly invoices: readonly ProviderInvoice[];
  /** Whether the newest invoices are all among them, so that a draft that is missing is gone. */
  readonly isWhole: boolean;
  /** By invoice: how those were paid that are not kept as paid yet. */
  readonly payments: ReadonlyMap<string, InvoicePayment>;
  /** Undefined where refunds and disputes were not asked for. */
  readonly returns: readonly InvoiceReturn[] | undefined;
}

/** Far more than can be open at a time; older ones are final, or told about by events of their own. */
const newestInvoices = 20;
/** After a long silence, or for a customer that was unknown here. */
const manyInvoices = 100;

interface Question {
  readonly account: BillingAccount & { readonly customerId: string };
  readonly reading: bigint;
  /** Whether refunds and disputes are asked for too: two requests more, and one for each dispute. */
  readonly withReturns: boolean;
  /** Those of the invoices that are kept. */
  readonly listKept: (invoices: readonly ProviderInvoice[]) => Promise<readonly KeptInvoice[]>;
}

/** Undefined where the provider knows no such subscription: keys of another account find nothing of ours. */
export async function readSnapshot(
  question: Question,
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
  return { reading, charged, card, isWhole: true, ...invoices };
}

async function readInvoices(
  question: Question,
  payments: PaymentProvider,
): Promise<Pick<Snapshot, 'invoices' | 'payments' | 'returns'>> {
  const { account, withReturns, listKept } = question;
  const [newest, returns] = await Promise.all([
    payments.listInvoices(account.customerId, withReturns ? manyInvoices : newestInvoices),
    withReturns ? payments.listReturns(account.customerId) : undefined,
  ]);
  const kept = await listKept(newest);
  // Older ones are kept where one of the newest is.
  const mayMiss = newest.length === newestInvoices && kept.length === 0;
  const invoices = mayMiss ? await payments.listInvoices(account.customerId, manyInvoices) : newest;
  return { invoices, returns, payments: await readPayments({ invoices, kept }, payments) };
}

/** A receipt of one that was paid earlier names no card: mails of a long silence are not worth a request each. */
const mostPaymentsRead = 5;

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
        .slice(0, mostPaymentsRead)
        .map(async ({ id }) => [id, await payments.readPayment(id)] as const),
    ),
  );
}

/** Undefined while a first payment waits: the project is on the free plan until it is through. */
export function findCharged(
  { isPending }: Pick<BillingAccount, 'isPending'>,
  { charged }: Snapshot,
): ProviderSubscription | undefined {
  return isPending && charged?.status === 'incomplete' ? undefined : charged;
}

/** Of one that has ended, nothing is charged any more. */
export function toChargedPrice(charged: ProviderSubscription | undefined): ChargedPrice {
  const price = charged?.price ?? null;
  return { priceIds: charged && price ? charged.priceIds : null, price };
}

/** The answer to a change of the subscription, charged to its card: enough to show it without asking again. */
export function toSnapshot(charged: ProviderSubscription, reading: bigint): Snapshot {
  const { card, latestInvoice } = charged;
  const invoices = latestInvoice && latestInvoice.total.amount !== 0 ? [latestInvoice] : [];
  const payment = { card: card && { brand: card.brand, last4: card.last4 }, isOutside: false };
  const payments = new Map(invoices.map(({ id }) => [id, payment]));
  return { reading, charged, card, invoices, isWhole: false, payments, returns: undefined };
}
