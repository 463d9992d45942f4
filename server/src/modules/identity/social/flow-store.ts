import { secretHash } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { flowLifeMs } from './flow.ts';

interface FlowTable {
  state_hash: Buffer;
  binding_hash: Buffer;
  provider: string;
  account_id: string | null;
  expires_at: Date;
}

const flows = (db: Database) => db.withTables<{ social_flows: FlowTable }>();

interface FlowRow {
  readonly state: string;
  readonly binding: string;
  readonly provider: string;
  /** Account to link to; null for a sign-in. */
  readonly accountId: string | null;
  readonly at: Date;
}

export async function insertFlow(db: Database, flow: FlowRow): Promise<void> {
  await flows(db)
    .insertInto('social_flows')
    .values({
      state_hash: secretHash(flow.state),
      binding_hash: secretHash(flow.binding),
      provider: flow.provider,
      account_id: flow.accountId,
      expires_at: new Date(flow.at.getTime() + flowLifeMs),
    })
    .execute();
}

/** Ends the flow and answers what it was for; nothing for one that is unknown, used, too old or another client's. */
export async function takeFlow(
  db: Database,
  { state, binding, at }: Pick<FlowRow, 'state' | 'binding' | 'at'>,
): Promise<Pick<FlowRow, 'provider' | 'accountId'> | undefined> {
  const row = await flows(db)
    .deleteFrom('social_flows')
    .where('state_hash', '=', secretHash(state))
    .where('binding_hash', '=', secretHash(binding))
    .where('expires_at', '>', at)
    .returning(['provider', 'account_id'])
    .executeTakeFirst();
  return row && { provider: row.provider, accountId: row.account_id };
}

export async function sweepFlows(db: Database, at: Date): Promise<void> {
  await flows(db).deleteFrom('social_flows').where('expires_at', '<=', at).execute();
}

/** Ends all sign-ins that are under way at a provider. */
export async function removeFlows(tx: Transaction): Promise<void> {
  await flows(tx).deleteFrom('social_flows').execute();
}
