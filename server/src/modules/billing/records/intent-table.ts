import type { Generated, Selectable } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { Intent, IntentKind, IntentOutcome, IntentRequest } from './intent.ts';

export interface IntentTable {
  id: string;
  kind: IntentKind;
  subscription_id: string;
  account_id: string;
  request_key: string;
  request_hash: Buffer;
  input: IntentRequest;
  status: 'open' | 'done' | 'refused';
  outcome: IntentOutcome | null;
  decides: boolean;
  number: Generated<string>;
  created_at: Date;
  leased_until: Date;
}

export const intents = (db: Database) => db.withTables<{ intents: IntentTable }>();

export function toIntent(row: Selectable<IntentTable>): Intent {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    accountId: row.account_id,
    request: row.input,
    createdAt: row.created_at,
  };
}
