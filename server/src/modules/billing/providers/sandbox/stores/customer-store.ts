import type { Database, Transaction } from '../../../../../platform/transaction.ts';
import type { SandboxCard, SandboxCustomer } from '../ledger.ts';
import { type SetupTable, tables } from './sandbox-store.ts';

export async function insertCustomer(tx: Transaction, customer: SandboxCustomer): Promise<void> {
  await tables(tx).insertInto('sandbox.customers').values(customer).execute();
}

/** The product's id of the subscription that the customer pays for. */
export async function findReference(db: Database, id: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('sandbox.customers')
    .select('reference')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.reference;
}

export async function insertCard(db: Database, card: SandboxCard): Promise<void> {
  await tables(db).insertInto('sandbox.cards').values(card).execute();
}

export async function findCard(db: Database, id: string): Promise<SandboxCard | undefined> {
  return tables(db).selectFrom('sandbox.cards').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds a card and locks it, so that it is not attached elsewhere meanwhile. */
export async function lockCard(tx: Transaction, id: string): Promise<SandboxCard | undefined> {
  return tables(tx)
    .selectFrom('sandbox.cards')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Removes cards that were never attached. */
export async function sweepCards(db: Database, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('sandbox.cards')
    .where('customerId', 'is', null)
    .where('createdAt', '<', before)
    .execute();
}

export async function insertSetup(tx: Transaction, setup: SetupTable): Promise<void> {
  await tables(tx).insertInto('sandbox.setups').values(setup).execute();
}

export async function findSetup(
  db: Database,
  clientSecret: string,
): Promise<SetupTable | undefined> {
  return tables(db)
    .selectFrom('sandbox.setups')
    .selectAll()
    .where('clientSecret', '=', clientSecret)
    .executeTakeFirst();
}

/** Removes setups that have not added a card yet. */
export async function removeOpenSetups(tx: Transaction, customerId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('sandbox.setups')
    .where('customerId', '=', customerId)
    .where('status', '<>', 'done')
    .execute();
}

export async function setSetup(
  tx: Transaction,
  { clientSecret, status, cardId }: Pick<SetupTable, 'clientSecret' | 'status' | 'cardId'>,
): Promise<void> {
  await tables(tx)
    .updateTable('sandbox.setups')
    .set({ status, cardId })
    .where('clientSecret', '=', clientSecret)
    .execute();
}
