import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { PaymentProvider, RunningSubscription } from '../port/payment-provider.ts';

interface Claim {
  readonly at: Date;
  readonly runningBefore: Date;
  /** Canceled ones are looked at more seldom. */
  readonly canceledBefore: Date;
  readonly limit: number;
}

/** Takes those that were compared longest ago, so that nobody else compares them now. */
export async function claimComparisons(
  db: Database,
  { at, runningBefore, canceledBefore, limit }: Claim,
): Promise<string[]> {
  const { rows } = await sql<{ subscription_id: string }>`
    update billing_accounts set compared_at = ${at} where subscription_id in (
      select b.subscription_id
      from billing_accounts b join subscriptions s on s.id = b.subscription_id
      where b.customer_id is not null and (b.compared_at is null or b.compared_at <= case
        when s.status = 'canceled' then ${canceledBefore}::timestamptz
        else ${runningBefore}::timestamptz end)
      order by b.compared_at nulls first limit ${limit} for update of b skip locked)
    returning subscription_id`.execute(db);
  return rows.map((row) => row.subscription_id);
}

/** A page of all whom the provider knows, in the order of their ids. */
export async function listComparable(
  db: Database,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ subscription_id: string }>`
    select subscription_id from billing_accounts
    where customer_id is not null and subscription_id > ${after}
    order by subscription_id limit ${limit}`.execute(db);
  return rows.map((row) => row.subscription_id);
}

interface Search {
  readonly provider: PaymentProvider['name'];
  readonly at: Date;
  readonly againBefore: Date;
}

/** Where the search for orphans goes on, or that a new one begins; undefined when none is due. */
export async function claimSearch(
  db: Database,
  { provider, at, againBefore }: Search,
): Promise<{ readonly after: string | undefined } | undefined> {
  const { rows } = await sql<{ reached_subscription: string | null }>`
    insert into orphan_searches as search (provider, begun_at) values (${provider}, ${at})
    on conflict (provider) do update set begun_at =
      case when search.reached_subscription is null then excluded.begun_at else search.begun_at end
    where search.reached_subscription is not null or search.begun_at <= ${againBefore}
    returning reached_subscription`.execute(db);
  const [row] = rows;
  return row && { after: row.reached_subscription ?? undefined };
}

export async function writeSearch(
  db: Database,
  provider: PaymentProvider['name'],
  reached: string | undefined,
): Promise<void> {
  await sql`
    update orphan_searches set reached_subscription = ${reached ?? null}
    where provider = ${provider}`.execute(db);
}

/** Those whose customer is not ours, though the provider's metadata says so. */
export async function filterOrphans(
  db: Database,
  running: readonly RunningSubscription[],
): Promise<RunningSubscription[]> {
  const ours = running.filter(({ subscriptionId }) => subscriptionId !== null);
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from billing_accounts
    where customer_id = any(${ours.map(({ customerId }) => customerId)}::text[])`.execute(db);
  const known = new Set(rows.map((row) => row.customer_id));
  return ours.filter(({ customerId }) => !known.has(customerId));
}
