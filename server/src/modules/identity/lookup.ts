import * as contract from '@hearth/contract';
import type { Account } from './account.ts';
import { getAccount } from './account-store.ts';
import { read } from './operation.ts';

/** The account behind an ID token. */
export const lookup = read(contract.lookup, async (_input, { db, caller }) => {
  const account = await getAccount(db, caller.uid);
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse' as const,
    users: [toAccountInfo(account)],
  };
});

function toAccountInfo(account: Account) {
  const passwordChangedMs = (account.passwordChangedAt ?? account.createdAt).getTime();
  return {
    localId: account.id,
    ...describe(account),
    emailVerified: account.emailVerified,
    createdAt: String(account.createdAt.getTime()),
    lastLoginAt: String(account.lastSignedInAt.getTime()),
    lastRefreshAt: account.lastSignedInAt.toISOString(),
    passwordUpdatedAt: passwordChangedMs,
    validSince: String(Math.floor(passwordChangedMs / 1000)),
    passwordHash: 'UkVEQUNURUQ=' as const,
    providerUserInfo: [
      {
        providerId: 'password',
        rawId: account.email,
        federatedId: account.email,
        ...describe(account),
      },
    ],
  };
}

/** The SDK takes an absent field for null, so empty ones are left out. */
function describe({ email, displayName, avatarUrl }: Account) {
  return {
    email,
    ...(displayName && { displayName }),
    ...(avatarUrl && { photoUrl: avatarUrl }),
  };
}
