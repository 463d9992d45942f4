import type { Transaction } from '../../platform/transaction.ts';
import type { AccountDeletion } from '../identity/index.ts';
import { removeInvitesTo } from './invite-store.ts';

/** Invites to an account that is about to be deleted go with it. */
export async function forgetInvitee(tx: Transaction, { account }: AccountDeletion): Promise<void> {
  // An account with another person's address must not undo that person's invites.
  if (account.emailVerified) {
    await removeInvitesTo(tx, account.email);
  }
}
