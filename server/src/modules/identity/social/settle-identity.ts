import type { OutputOf, signInWithIdp } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type Account, requireEnabled } from '../accounts/account.ts';
import { findAccountByEmail, lockAccount, updateProfile } from '../accounts/account-store.ts';
import { requireAdmitted, requireAdmittedClaim } from '../accounts/admit-address.ts';
import {
  findIdentityLink,
  insertIdentityLink,
  listIdentityLinks,
  lockIdentity,
  updateIdentityLink,
} from '../accounts/identity-link-store.ts';
import { createAccount } from '../create-account.ts';
import type { IdentityServices } from '../operation.ts';
import { enterAccount } from '../sessions/enter-account.ts';
import { keepAvatar } from './avatar-store.ts';
import { describeIdentity } from './describe-identity.ts';
import { linkIdentity } from './link-identity.ts';
import { insertPendingIdentity } from './pending-identity-store.ts';
import type { ConfirmedIdentity } from './provider.ts';
import { takeOverAccount } from './take-over-account.ts';

export interface Settling extends IdentityServices {
  /** Secret of the client, if it has one. */
  readonly binding: string | undefined;
  /** Secret that a pending token is bound to: a cookie session's. SDKs send the token alone. */
  readonly pendingBinding: string | undefined;
  /** Creates an account if none exists. */
  readonly autoCreate: boolean;
}

type Answer = OutputOf<typeof signInWithIdp>;

/** Opens the account of an identity: its own, one that its address proves, or a new one. */
export async function settleIdentity(
  tx: Transaction,
  identity: ConfirmedIdentity,
  context: Settling,
): Promise<Answer> {
  // Without a lock, two windows would both create an account.
  await lockIdentity(tx, identity);
  const account = await lockLinkedAccount(tx, identity);
  if (account) {
    requireEnabled(account);
    await updateIdentityLink(tx, identity);
    return await enter(tx, { identity, account, isNewUser: false }, context);
  }
  refuseUnless(context.autoCreate, 'auth/user-not-found');
  return identity.email === null
    ? await askForEmail(tx, identity, context)
    : await settleByEmail(tx, { ...identity, email: identity.email }, context);
}

/** Undefined if the identity opens no account, or no longer does once the account's row is locked. */
async function lockLinkedAccount(
  tx: Transaction,
  identity: ConfirmedIdentity,
): Promise<Account | undefined> {
  const link = await findIdentityLink(tx, identity);
  const account = link && (await lockAccount(tx, link.accountId));
  // A reset or recovery that held the row until now has removed the link.
  return (await findIdentityLink(tx, identity))?.accountId === account?.id ? account : undefined;
}

type WithEmail = ConfirmedIdentity & { readonly email: string };

async function settleByEmail(
  tx: Transaction,
  identity: WithEmail,
  context: Settling,
): Promise<Answer> {
  if (!identity.emailVerified) {
    await requireAdmittedClaim(tx, identity.email, context);
  }
  const found = await findAccountByEmail(tx, identity.email);
  if (!found) {
    const account = await createSocialAccount(tx, identity, context);
    return await enter(tx, { identity, account, isNewUser: true }, context);
  }
  const account = await lockAccount(tx, found.id);
  const isProven = identity.emailAuthoritative && account.email === identity.email;
  if (!isProven || (await hasLinkOf(tx, account, identity))) {
    return await askForConfirmation(tx, { identity, account }, context);
  }
  requireEnabled(account);
  const owned = account.emailVerified ? account : await takeOverAccount(tx, account, context);
  await linkIdentity(tx, { identity, account: owned }, context);
  const joined = await lockAccount(tx, account.id);
  return await enter(tx, { identity, account: joined, isNewUser: false }, context);
}

interface Entering {
  readonly identity: ConfirmedIdentity;
  readonly account: Account;
  readonly isNewUser: boolean;
  /** Second factor that the caller's session has shown. */
  readonly secondFactor?: string | null;
  /** Sign-in that the caller's session goes back to. */
  readonly begunAt?: Date;
}

/** Opens the session, or asks for the second factor; the profile follows the provider first, so that the token shows it. */
export async function enter(
  tx: Transaction,
  { identity, account: before, isNewUser, ...caller }: Entering,
  context: IdentityServices,
): Promise<Answer> {
  const account = await syncProfile(tx, { identity, account: before }, context);
  const signIn = { account, provider: identity.provider, ...caller };
  const entered = await enterAccount(
    tx,
    isNewUser ? { ...signIn, at: account.createdAt } : signIn,
    context,
  );
  return {
    ...describeIdentity(identity),
    isNewUser,
    localId: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    ...(account.displayName && { displayName: account.displayName }),
    ...(account.avatarUrl && { photoUrl: account.avatarUrl }),
    ...entered,
  };
}

/** An account has one sign-in of each provider; a second one is for the person to sort out. */
async function hasLinkOf(tx: Transaction, { id }: Account, { provider }: ConfirmedIdentity) {
  const links = await listIdentityLinks(tx, id);
  return links.some((link) => link.provider === provider);
}

async function askForConfirmation(
  tx: Transaction,
  { identity, account }: { readonly identity: WithEmail; readonly account: Account },
  { pendingBinding: binding, clock }: Settling,
): Promise<Answer> {
  const pendingToken = await insertPendingIdentity(tx, { identity, binding, at: clock.now() });
  const links = await listIdentityLinks(tx, account.id);
  const methods = [
    ...(account.passwordHash === null ? [] : ['password']),
    ...links.map((link) => link.provider),
  ];
  return {
    ...describeIdentity(identity),
    needConfirmation: true,
    email: identity.email,
    // A person who only claims the address learns no more than from sign-up.
    ...(identity.emailVerified && { verifiedProvider: methods }),
    pendingToken,
  };
}

async function askForEmail(
  tx: Transaction,
  identity: ConfirmedIdentity,
  { binding, clock }: Settling,
): Promise<Answer> {
  // Without a secret of its own a client cannot show that it is the one that signed in.
  refuseUnless(binding, 'auth/missing-email');
  const pendingToken = await insertPendingIdentity(tx, { identity, binding, at: clock.now() });
  return { ...describeIdentity(identity), needEmail: true, pendingToken };
}

/** An account without a password, whose address is as proven as the provider says. */
async function createSocialAccount(
  tx: Transaction,
  identity: ConfirmedIdentity & { readonly email: string },
  context: IdentityServices,
): Promise<Account> {
  const { email, emailVerified, displayName } = identity;
  await requireAdmitted(tx, { email, purpose: 'new-account' }, context);
  const at = context.clock.now();
  const wanted = { email, emailVerified, displayName, passwordHash: null, emailLink: false };
  const account = await createAccount(tx, wanted, { client: context.client, at });
  await insertIdentityLink(tx, { ...identity, accountId: account.id, linkedAt: at });
  return account;
}

/** Path of a kept picture, below PUBLIC_URL. */
const avatarsPath = '/avatars/';

/** The provider's picture becomes the account's each time; the name only if there is none. */
async function syncProfile(
  tx: Transaction,
  { identity, account }: { readonly identity: ConfirmedIdentity; readonly account: Account },
  { clock, site }: Pick<IdentityServices, 'clock' | 'site'>,
): Promise<Account> {
  const displayName = account.displayName || identity.displayName;
  const avatarUrl =
    identity.photoUrl === ''
      ? account.avatarUrl
      : await toAvatarUrl(tx, account.id, { sourceUrl: identity.photoUrl, ...site });
  if (displayName === account.displayName && avatarUrl === account.avatarUrl) {
    return account;
  }
  const profile = { displayName, avatarUrl };
  return await updateProfile(tx, { id: account.id, profile, at: clock.now() });
}

async function toAvatarUrl(
  tx: Transaction,
  accountId: string,
  { sourceUrl, publicUrl }: { readonly sourceUrl: string; readonly publicUrl: string },
): Promise<string> {
  const id = await keepAvatar(tx, { accountId, sourceUrl });
  return new URL(`${avatarsPath}${id}`, publicUrl).href;
}
