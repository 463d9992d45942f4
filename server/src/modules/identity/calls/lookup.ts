import * as contract from '@hearth/contract';
import type { Account } from '../accounts/account.ts';
import { toWireAccount } from '../accounts/wire-account.ts';
import { toMfaInfo } from '../factors/mfa-info.ts';
import { listSecondFactors } from '../factors/second-factor-store.ts';
import { readOwnAccount } from '../operation.ts';

/** The account behind an ID token. */
export const lookup = readOwnAccount(contract.lookup, async (_input, context) => {
  const { db, account, links } = context;
  const hasFactors = account.factorCount > 0;
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse' as const,
    users: [
      {
        ...toWireAccount(account, links),
        ...toTimes(account),
        ...(hasFactors && { mfaInfo: toMfaInfo(await listSecondFactors(db, account.id)) }),
      },
    ],
  };
});

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
