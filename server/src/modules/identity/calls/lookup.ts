import * as contract from '@hearth/contract';
import type { Account } from '../accounts/account.ts';
import { toWireAccount } from '../accounts/wire-account.ts';
import { readOwnAccount } from '../operation.ts';

/** The account behind an ID token. */
export const lookup = readOwnAccount(contract.lookup, async (_input, { account, links }) => ({
  kind: 'identitytoolkit#GetAccountInfoResponse' as const,
  users: [{ ...toWireAccount(account, links), ...toTimes(account) }],
}));

function toTimes(account: Account) {
  const passwordChangedMs = (account.passwordChangedAt ?? account.createdAt).getTime();
  return {
    createdAt: String(account.createdAt.getTime()),
    lastLoginAt: String(account.lastSignedInAt.getTime()),
    lastRefreshAt: account.lastSignedInAt.toISOString(),
    passwordUpdatedAt: passwordChangedMs,
    validSince: String(Math.floor(passwordChangedMs / 1000)),
  };
}
