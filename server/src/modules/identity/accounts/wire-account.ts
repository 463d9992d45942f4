import type { Account } from './account.ts';
import type { IdentityLink } from './identity-link.ts';

/** Google's SDK takes this value as a sign that the account has a password. */
const redactedHash = 'UkVEQUNURUQ=' as const;

/** The account and its ways to sign in, as Google's SDK reads them; it takes an absent field for null. */
export function toWireAccount(account: Account, links: readonly IdentityLink[]) {
  return {
    localId: account.id,
    ...toProfile(account),
    emailVerified: account.emailVerified,
    checklistHidden: account.checklistHidden,
    ...(account.passwordHash !== null && { passwordHash: redactedHash }),
    providerUserInfo: [
      ...(account.passwordHash === null && !account.emailLink ? [] : [toPasswordInfo(account)]),
      ...links.map(toLinkInfo),
    ],
  };
}

function toProfile({ email, displayName, avatarUrl }: Account) {
  return {
    email,
    ...(displayName && { displayName }),
    ...(avatarUrl && { photoUrl: avatarUrl }),
  };
}

/** Google's SDKs name a mailed link like a password; without `passwordHash` it is the link alone. */
function toPasswordInfo(account: Account) {
  const { email } = account;
  return { providerId: 'password', rawId: email, federatedId: email, ...toProfile(account) };
}

function toLinkInfo({ provider, subject, email, displayName, photoUrl }: IdentityLink) {
  return {
    providerId: provider,
    rawId: subject,
    federatedId: subject,
    ...(email && { email }),
    ...(displayName && { displayName }),
    ...(photoUrl && { photoUrl }),
  };
}
