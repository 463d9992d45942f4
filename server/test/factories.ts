import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

interface NewMember {
  readonly subscriptionId: string;
  readonly uid: string;
  /** `access` alone unless said otherwise. */
  readonly permissions?: readonly string[];
}

/** A membership as if an invite had been accepted. */
export async function addMember(
  { db, clock }: TestApp,
  { subscriptionId, uid, permissions = ['access'] }: NewMember,
): Promise<void> {
  await sql`
    insert into memberships (subscription_id, account_id, permissions, created_at)
    values (${subscriptionId}, ${uid}, ${permissions}, ${clock.now()})`.execute(db);
}

export async function removeMember(
  { db }: TestApp,
  { subscriptionId, uid }: NewMember,
): Promise<void> {
  await sql`
    delete from memberships
    where subscription_id = ${subscriptionId} and account_id = ${uid}`.execute(db);
}
