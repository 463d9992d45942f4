import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { RunningSubscription } from '../port/payment-provider.ts';

interface Claim {
  readonly at: Date;
  /** When a project is due again whose comparison fails. */
  readonly againAt: Date;
  readonly limit: number;
}

/** Claims projects that are due, the longest waiting first, so that a failing one delays no others. */
export async function claimComparisons(
  db: Database,
  { at, againAt, limit }: Claim,
): Promise<string[]> {
  const { rows } = await sql<{ subscription_id: string }>`
    update billing_accounts set compare_at = ${againAt} where subscription_id in (
      select subscription_id from billing_accounts
      where customer_id is not null and (compare_at is null or compare_at <= ${at})
      order by compare_at nulls first limit ${limit} for update skip locked)
    returning subscription_id`.execute(db);
  return rows.map((row) => row.subscription_id);
}

interface NextTime {
  readonly runningAt: Date;
  /** When a canceled project is due, which is less often. */
  readonly canceledAt: Date;
}

/** Notes that the projects were compared, and when they are due again. */
export async function writeCompared(
  db: Database,
  ids: readonly string[],
  { runningAt, canceledAt }: NextTime,
): Promise<void> {
  await sql`
    update billing_accounts b set differs_since = null, compare_at =
      case s.status when 'canceled' then ${canceledAt}::timestamptz else ${runningAt}::timestamptz end
    from subscriptions s
    where s.id = b.subscription_id and b.subscription_id = any(${ids}::text[])`.execute(db);
}

interface Listed {
  readonly at: Date;
  /** Projects whose charged subscription was on the page. */
  readonly listed: readonly string[];
  /** Projects whose rows differ from the page. */
  readonly different: readonly string[];
}

/**
 * Notes which projects were on a page of the provider's list, and which have to be compared one by
 * one. Those count as different until they were, however often that fails.
 */
export async function writeListed(db: Database, { at, listed, different }: Listed): Promise<void> {
  const differs = sql`subscription_id = any(${different}::text[])`;
  await sql`
    update billing_accounts set
      listed_at = case when subscription_id = any(${listed}::text[]) then ${at} else listed_at end,
      compare_at = case when ${differs} then ${at} else compare_at end,
      differs_since = case when ${differs} then coalesce(differs_since, ${at}) else differs_since end
    where subscription_id = any(${[...listed, ...different]}::text[])`.execute(db);
}

/** Marks charged projects as due and different that the list has not contained since: their subscription has ended, or is unknown. */
export async function claimUnlisted(
  db: Database,
  { since, at }: { readonly since: Date; readonly at: Date },
): Promise<void> {
  await sql`
    update billing_accounts b set
      compare_at = least(b.compare_at, ${at}), differs_since = coalesce(b.differs_since, ${at})
    from subscriptions s
    where s.id = b.subscription_id and s.status <> 'canceled'
      and (b.compare_at > ${at} or b.differs_since is null)
      and coalesce(b.provider_subscription_id, b.next_provider_subscription_id) is not null
      and (b.listed_at is null or b.listed_at < ${since})`.execute(db);
}

/** Notes that refunds and disputes were stored as the provider has them. */
export async function markReturnsRead(
  db: Database,
  subscriptionId: string,
  at: Date,
): Promise<void> {
  await sql`
    update billing_accounts set returns_read_at = ${at}
    where subscription_id = ${subscriptionId}`.execute(db);
}

/** A page of all projects with a customer, in the order of their ids. */
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

/** One pass through the provider's list of running subscriptions, page by page. */
export interface Round {
  readonly begunAt: Date;
  /** Last subscription of the finished pages; undefined before the first and after the last page. */
  readonly after: string | undefined;
  /** Projects that have a subscription on the finished pages, whose linking failed. */
  readonly unlinked: readonly string[];
}

/** Finds the unfinished round, or begins a new one; undefined while the last one is newer than `againBefore`. */
export async function findRound(
  db: Database,
  { at, againBefore }: Readonly<Record<'at' | 'againBefore', Date>>,
): Promise<Round | undefined> {
  const { rows } = await sql<Round>`
    select begun_at as "begunAt", reached_subscription as after, unlinked from orphan_searches
    where provider = 'stripe'`.execute(db);
  const [row] = rows;
  if (row?.after) {
    return row;
  }
  const isRecent = row && row.begunAt > againBefore;
  return isRecent ? undefined : { begunAt: at, after: undefined, unlinked: [] };
}

export async function writeRound(db: Database, { begunAt, after, unlinked }: Round): Promise<void> {
  await sql`
    insert into orphan_searches (provider, begun_at, reached_subscription, unlinked)
    values ('stripe', ${begunAt}, ${after ?? null}, ${[...unlinked]}::text[])
    on conflict (provider) do update set begun_at = excluded.begun_at,
      reached_subscription = excluded.reached_subscription, unlinked = excluded.unlinked`.execute(
    db,
  );
}

/** Filters subscriptions whose metadata is ours, but whose customer no row names. */
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
