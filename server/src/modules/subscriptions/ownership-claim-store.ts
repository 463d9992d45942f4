import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { Subscription } from './subscription.ts';
import { type SubscriptionTable, toSubscription } from './subscription-store.ts';

/** Why somebody claims a project that another account owns, or that an account owns whose recovery they contest. */
export type ClaimReason = 'given-away' | 'contested';

/** A project that somebody claims after a takeover. An operator decides. */
export interface OwnershipClaim {
  readonly subscriptionId: string;
  /** Mailbox that claims it. */
  readonly email: string;
  /** uid that was taken over, or whose recovery is contested; the account may be deleted. */
  readonly accountId: string;
  readonly reason: ClaimReason;
  readonly claimedAt: Date;
}

interface ClaimTable {
  subscription_id: string;
  email: string;
  account_id: string;
  reason: ClaimReason;
  claimed_at: Date;
}

const claims = (db: Database) => db.withTables<{ ownership_claims: ClaimTable }>();

/** Answers whether it is new: a mailbox claims a project once. */
export async function insertClaim(tx: Transaction, claim: OwnershipClaim): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await claims(tx)
    .insertInto('ownership_claims')
    .values({
      subscription_id: claim.subscriptionId,
      email: claim.email,
      account_id: claim.accountId,
      reason: claim.reason,
      claimed_at: claim.claimedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Lists the claims on a project, oldest first. */
export async function listClaims(db: Database, subscriptionId: string): Promise<OwnershipClaim[]> {
  const rows = await claims(db)
    .selectFrom('ownership_claims')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('claimed_at')
    .orderBy('email')
    .execute();
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    email: row.email,
    accountId: row.account_id,
    reason: row.reason,
    claimedAt: row.claimed_at,
  }));
}

/** Lists the ids of claimed projects, of the oldest claim first. */
export async function listFrozen(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select subscription_id as id from ownership_claims
    group by subscription_id order by min(claimed_at), subscription_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes all claims on a project. */
export async function removeClaims(tx: Transaction, subscriptionId: string): Promise<void> {
  await claims(tx)
    .deleteFrom('ownership_claims')
    .where('subscription_id', '=', subscriptionId)
    .execute();
}

/** Whether somebody contests the recovery of the account, and claims a project for it. */
export async function isContested(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ownership_claims where account_id = ${accountId} and reason = 'contested'
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Withdraws the claims of a person who leaves; null if the address is not proven to be theirs. */
export async function removeClaimsOf(tx: Transaction, email: string | null): Promise<void> {
  await sql`delete from ownership_claims where email = ${email}`.execute(tx);
}

interface Holding {
  readonly accountId: string;
  readonly since: Date;
}

/** Lists running projects that the account has transferred since then and does not own again, in the order of their locks. */
export async function listGivenAway(tx: Transaction, holding: Holding): Promise<Subscription[]> {
  const { rows } = await sql<SubscriptionTable>`
    select * from subscriptions
    where owner_id <> ${holding.accountId} and status <> 'canceled' and id in (${givenAway(holding)})
    order by id for update`.execute(tx);
  return rows.map(toSubscription);
}

/** Lists running projects that the account owns or has transferred since then, in the order of their locks. */
export async function listHeld(tx: Transaction, holding: Holding): Promise<Subscription[]> {
  // Also those that are transferred while this waits for their locks: a condition on the row itself would leave them out.
  const { rows } = await sql<SubscriptionTable>`
    select * from subscriptions
    where status <> 'canceled' and id in (
      select id from subscriptions where owner_id = ${holding.accountId}
      union ${givenAway(holding)})
    order by id for update`.execute(tx);
  return rows.map(toSubscription);
}

const givenAway = ({ accountId, since }: Holding) => sql`
  select subscription_id from audit_events
  where actor_id = ${accountId} and action = 'subscription.ownership-transferred'
    and happened_at >= ${since}`;
