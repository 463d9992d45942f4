import { randomId } from '../../platform/ids.ts';
import { refuseIf } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Account } from './accounts/account.ts';
import { insertAccount } from './accounts/account-store.ts';
import { isEmailHeld } from './codes/action-code-store.ts';
import type { Client } from './sessions/session.ts';

interface NewAccount {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly passwordHash: string | null;
  readonly emailLink: boolean;
}

/** Adds an account that is signed in to at the same instant; refuses an address that somebody has or may take back. */
export async function createAccount(
  tx: Transaction,
  wanted: NewAccount,
  { client, at }: { readonly client: Client; readonly at: Date },
): Promise<Account> {
  const account: Account = {
    id: randomId(28),
    ...wanted,
    avatarUrl: '',
    language: client.language ?? null,
    checklistHidden: false,
    theme: null,
    passwordChangedAt: wanted.passwordHash === null ? null : at,
    disabledAt: null,
    factorCount: 0,
    claims: null,
    lastSignedInAt: at,
    createdAt: at,
    updatedAt: at,
  };
  await insertAccount(tx, account);
  // Checked after the insert, when an account that gives the address up right now has committed.
  const question = { email: account.email, accountId: account.id, at };
  refuseIf(await isEmailHeld(tx, question), 'auth/email-already-in-use');
  const ids = { actorId: account.id, subjectId: account.id };
  await recordAudit(tx, { action: 'account.created', ...ids, at, origin: client });
  return account;
}
