import { secretHash } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/transaction.ts';
import { flowLifeMs } from './flow.ts';

interface FlowTable {
  state_hash: Buffer;
  binding_hash: Buffer;
  provider: string;
  expires_at: Date;
}

const flows = (db: Database) => db.withTables<{ social_flows: FlowTable }>();

interface FlowRow {
  readonly state: string;
  readonly binding: string;
  readonly provider: string;
  readonly at: Date;
}

export async function insertFlow(db: Database, flow: FlowRow): Promise<void> {
  await flows(db)
    .insertInto('social_flows')
    .values({
      state_hash: secretHash(flow.state),
      binding_hash: secretHash(flow.binding),
      provider: flow.provider,
      expires_at: new Date(flow.at.getTime() + flowLifeMs),
    })
    .execute();
}

/** Ends the flow and answers its provider; nothing for one that is unknown, used, too old or another client's. */
export async function takeFlow(
  db: Database,
  { state, binding, at }: Omit<FlowRow, 'provider'>,
): Promise<string | undefined> {
  const row = await flows(db)
    .deleteFrom('social_flows')
    .where('state_hash', '=', secretHash(state))
    .where('binding_hash', '=', secretHash(binding))
    .where('expires_at', '>', at)
    .returning('provider')
    .executeTakeFirst();
  return row?.provider;
}

export async function sweepFlows(db: Database, at: Date): Promise<void> {
  await flows(db).deleteFrom('social_flows').where('expires_at', '<=', at).execute();
}
