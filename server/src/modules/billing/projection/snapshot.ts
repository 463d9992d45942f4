import type {
  Card,
  PaymentProvider,
  ProviderInvoice,
  ProviderSubscription,
} from '../port/payment-provider.ts';
import type { BillingAccount, ChargedPrice } from '../records/billing-account-store.ts';

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
}

/** Far more than can be open at a time; older ones are final, or told about by events of their own. */
const newestInvoices = 20;
/** After a long silence, or for a customer that was unknown here. */
const manyInvoices = 100;

interface Question {
  readonly account: BillingAccount & { readonly customerId: string };
  readonly reading: bigint;
  /** Whether one of the invoices is kept already; older ones are too, then. */
  readonly isAnyKept: (invoices: readonly ProviderInvoice[]) => Promise<boolean>;
}

/** Undefined where the provider knows no such subscription: keys of another account find nothing of ours. */
export async function readSnapshot(
  question: Question,
  payments: PaymentProvider,
): Promise<Snapshot | undefined> {
  const { account, reading } = question;
  const { customerId, providerSubscriptionId } = account;
  if (providerSubscriptionId === null) {
    const [customer, invoices] = await Promise.all([
      payments.readCustomer(customerId),
      listNewInvoices(question, payments),
    ]);
    const card = customer?.card ?? null;
    return { reading, charged: undefined, card, invoices, isWhole: true };
  }
  const [charged, invoices] = await Promise.all([
    payments.readSubscription(providerSubscriptionId),
    listNewInvoices(question, payments),
  ]);
  return charged && { reading, charged, card: charged.card, invoices, isWhole: true };
}

async function listNewInvoices(
  { account, isAnyKept }: Question,
  payments: PaymentProvider,
): Promise<readonly ProviderInvoice[]> {
  const newest = await payments.listInvoices(account.customerId, newestInvoices);
  const mayMiss = newest.length === newestInvoices && !(await isAnyKept(newest));
  return mayMiss ? await payments.listInvoices(account.customerId, manyInvoices) : newest;
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

/** The answer to a change of the subscription: enough to show it without asking again. */
export function toSnapshot(charged: ProviderSubscription, reading: bigint): Snapshot {
  const { card, latestInvoice } = charged;
  const invoices = latestInvoice && latestInvoice.total.amount !== 0 ? [latestInvoice] : [];
  return { reading, charged, card, invoices, isWhole: false };
}
