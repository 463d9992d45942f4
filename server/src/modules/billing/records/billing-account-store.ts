import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { BillingDetails, Card } from '../port/payment-provider.ts';

interface BillingAccountTable {
  subscription_id: string;
  customer_id: string | null;
  provider_subscription_id: string | null;
  next_provider_subscription_id: string | null;
  details: BillingDetails | null;
  card: KeptCard | null;
  period_end: Date | null;
  next_amount: number | null;
  next_currency: string | null;
  awaits_person: boolean;
  reading: string;
}

export type KeptCard = Pick<Card, 'brand' | 'last4' | 'expMonth' | 'expYear'>;

const accounts = (db: Database) => db.withTables<{ billing_accounts: BillingAccountTable }>();

export interface BillingAccount {
  readonly subscriptionId: string;
  readonly customerId: string | null;
  readonly providerSubscriptionId: string | null;
  /** A first payment of a free subscription that waits for the person. */
  readonly nextProviderSubscriptionId: string | null;
  readonly details: BillingDetails | null;
  readonly card: KeptCard | null;
  readonly periodEnd: Date | null;
  readonly next: { readonly amount: number; readonly currency: string } | null;
  /** The bank wants a payment confirmed. */
  readonly awaitsPerson: boolean;
  readonly reading: bigint;
}

export async function findBillingAccount(
  db: Database,
  subscriptionId: string,
): Promise<BillingAccount | undefined> {
  const row = await accounts(db)
    .selectFrom('billing_accounts')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return (
    row && {
      subscriptionId,
      customerId: row.customer_id,
      providerSubscriptionId: row.provider_subscription_id,
      nextProviderSubscriptionId: row.next_provider_subscription_id,
      details: row.details,
      card: row.card,
      periodEnd: row.period_end,
      next:
        row.next_amount === null || row.next_currency === null
          ? null
          : { amount: row.next_amount, currency: row.next_currency },
      awaitsPerson: row.awaits_person,
      reading: BigInt(row.reading),
    }
  );
}

export async function findSubscriptionOfCustomer(
  db: Database,
  customerId: string,
): Promise<string | undefined> {
  const row = await accounts(db)
    .selectFrom('billing_accounts')
    .select('subscription_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.subscription_id;
}

/** Name of the job that reads one subscription again at the provider; its payload is `{ subscriptionId }`. */
export const projectBillingTask = 'project-billing';

/** Asks for the job once, in the caller's transaction; nothing where the provider knows of none. */
export async function askForProjection(tx: Transaction, subscriptionId: string): Promise<void> {
  await askForJob(tx, { task: projectBillingTask, name: 'project', subscriptionId });
}

interface WantedJob {
  readonly task: string;
  /** What waits already under this name is not asked for again. */
  readonly name: string;
  readonly subscriptionId: string;
}

/** The same for another job of one subscription. */
export async function askForJob(
  tx: Transaction,
  { task, name, subscriptionId }: WantedJob,
): Promise<void> {
  await sql`
    select job.id from billing_accounts b cross join lateral graphile_worker.add_job(
      identifier => ${task},
      payload => json_build_object('subscriptionId', b.subscription_id),
      job_key => ${name} || ' ' || b.subscription_id) job
    where b.subscription_id = ${subscriptionId} and b.customer_id is not null`.execute(tx);
}

export type AccountChange = Partial<
  Pick<
    BillingAccount,
    'customerId' | 'providerSubscriptionId' | 'nextProviderSubscriptionId' | 'details' | 'card'
  >
>;

/** Overwrites the given fields; makes the row where there is none. */
export async function writeBillingAccount(
  tx: Database,
  subscriptionId: string,
  change: AccountChange,
): Promise<void> {
  const row = {
    ...(change.customerId !== undefined && { customer_id: change.customerId }),
    ...(change.providerSubscriptionId !== undefined && {
      provider_subscription_id: change.providerSubscriptionId,
    }),
    ...(change.nextProviderSubscriptionId !== undefined && {
      next_provider_subscription_id: change.nextProviderSubscriptionId,
    }),
    ...(change.details !== undefined && { details: change.details }),
    ...(change.card !== undefined && { card: change.card }),
  };
  await accounts(tx)
    .insertInto('billing_accounts')
    .values({ subscription_id: subscriptionId, reading: '0', awaits_person: false, ...row })
    .onConflict((conflict) =>
      conflict.column('subscription_id').doUpdateSet({ subscription_id: subscriptionId, ...row }),
    )
    .execute();
}

/** Numbers a reading; taken before the provider is asked. */
export async function nextReading(db: Database): Promise<bigint> {
  const { rows } = await sql<{ reading: string }>`
    select nextval('billing_readings') as reading`.execute(db);
  return BigInt(rows[0]?.reading ?? 0);
}

/** After a change of ours: whoever began to read before it saw what is over. */
export async function outdateReadings(tx: Transaction, subscriptionId: string): Promise<void> {
  await sql`
    update billing_accounts set reading = nextval('billing_readings')
    where subscription_id = ${subscriptionId}`.execute(tx);
}

export interface Reading {
  readonly reading: bigint;
  readonly card: KeptCard | null;
  readonly periodEnd: Date | null;
  readonly next: BillingAccount['next'];
  readonly awaitsPerson: boolean;
}

/** Shows what was read, unless a later reading stands there; false then. */
export async function writeReading(
  tx: Transaction,
  subscriptionId: string,
  { reading, card, periodEnd, next, awaitsPerson }: Reading,
): Promise<boolean> {
  const row = await accounts(tx)
    .updateTable('billing_accounts')
    .set({
      card,
      period_end: periodEnd,
      next_amount: next?.amount ?? null,
      next_currency: next?.currency ?? null,
      awaits_person: awaitsPerson,
      reading: String(reading),
    })
    .where('subscription_id', '=', subscriptionId)
    .where('reading', '<', String(reading))
    .returning('subscription_id')
    .executeTakeFirst();
  return row !== undefined;
}
