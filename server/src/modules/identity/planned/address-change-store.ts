import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { AddressChange } from './address-change.ts';

/** The caller has locked the account, which has no other change that waits. */
export async function insertAddressChange(
  tx: Transaction,
  { accountId, email, begunAt, takesEffectAt, givesUpAt }: AddressChange,
): Promise<void> {
  await sql`
    insert into address_changes (account_id, email, begun_at, takes_effect_at, gives_up_at)
    values (${accountId}, ${email}, ${begunAt}, ${takesEffectAt}, ${givesUpAt})`.execute(tx);
}

export async function findAddressChange(
  db: Database,
  accountId: string,
): Promise<AddressChange | undefined> {
  const { rows } = await sql<AddressChange>`
    select account_id as "accountId", email, begun_at as "begunAt",
      takes_effect_at as "takesEffectAt", gives_up_at as "givesUpAt", confirmed_at as "confirmedAt"
    from address_changes where account_id = ${accountId}`.execute(db);
  return rows[0];
}

export async function setConfirmed(
  tx: Transaction,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
): Promise<void> {
  await sql`
    update address_changes set confirmed_at = ${at} where account_id = ${accountId}`.execute(tx);
}

/** Whether there was one. */
export async function removeAddressChange(tx: Transaction, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from address_changes where account_id = ${accountId}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function removeAllAddressChanges(tx: Transaction): Promise<void> {
  await sql`delete from address_changes`.execute(tx);
}

/** uids of accounts whose change can take effect or is given up now, the oldest first, at most 100. */
export async function listDueAddressChanges(db: Database, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from address_changes c join accounts a on a.id = c.account_id
    where c.takes_effect_at <= ${at}
      and ((c.confirmed_at is not null and a.disabled_at is null) or c.gives_up_at <= ${at})
    order by c.takes_effect_at limit 100`.execute(db);
  return rows.map(({ id }) => id);
}
