export { type Account, ownAddress } from './accounts/account.ts';
export { sweepAccountInvitations } from './accounts/account-invitation-store.ts';
export {
  findAccountByEmail,
  findAccountById,
  getAccount,
  lockAccountIfAny,
} from './accounts/account-store.ts';
export { toEmail } from './accounts/email.ts';
export { sweepRemovedLinks } from './accounts/identity-link-store.ts';
export { listActiveSessions } from './calls/list-sessions.ts';
export { sweepActionCodes } from './codes/action-code-store.ts';
export type { ActionSite } from './codes/action-link.ts';
export { sweepEmailSignIns } from './codes/email-sign-in-store.ts';
export { mailAccount } from './codes/mail-account.ts';
export { mailLanguage } from './codes/mail-action-code.ts';
export { proveEmail } from './codes/prove-email.ts';
export {
  type ForeignAccount,
  type Imported,
  importAccounts,
} from './commands/import-accounts.ts';
export { inviteAccount } from './commands/invite-account.ts';
export { listLimits } from './commands/limits-of-account.ts';
export { listWaysIn } from './commands/list-ways-in.ts';
export { opensSigningKeys } from './commands/open-signing-keys.ts';
export {
  accountOperations,
  commandLine,
  endEverySession,
  getAccountFor,
  makePasswordLink,
  type Operating,
  type OperatorContext,
} from './commands/operate-account.ts';
export { rotateSigningKey } from './commands/rotate-signing-key.ts';
export { listSecurityEvents } from './commands/security-event-store.ts';
export { endAllSessionsAndCodes } from './end-all-sessions-and-codes.ts';
export { createFactorSeal } from './factors/factor-seal.ts';
export { sweepPendingSignIns } from './factors/pending-sign-in-store.ts';
export { sweepSecondFactors } from './factors/second-factor-store.ts';
export type { AccountClaim, AccountDeletion, AccountDisowning, EndedPlan } from './hooks.ts';
export { mailBuckets, toNetwork } from './limits.ts';
export { mailOperators, type OperatorServices } from './mail-operators.ts';
export {
  type AccessContext,
  type IdentityServices,
  operationsOf,
  type Services,
} from './operation.ts';
export { sweepPasskeyChallenges } from './passkeys/passkey-challenge-store.ts';
export { isPasskeyId } from './passkeys/passkey-id.ts';
export { sweepPasskeys } from './passkeys/passkey-store.ts';
export { toRelyingParty } from './passkeys/relying-party.ts';
export {
  hasPasswordHashForm,
  readPasswordHash,
} from './passwords/password-hash.ts';
export {
  createPasswordHasher,
  type PasswordHashing,
  strongHashing,
} from './passwords/password-hasher.ts';
export { toDueStep } from './planned/address-change.ts';
export {
  findAddressChange,
  listDueAddressChanges,
  removeAllAddressChanges,
} from './planned/address-change-store.ts';
export {
  beginAddressChange,
  findObstacle,
  giveUpAddressChange,
  type PlanServices,
  stopAddressChange,
  takeNewAddress,
} from './planned/change-address.ts';
export { giveUpDeletion, keepAccount, planDeletion } from './planned/plan-deletion.ts';
export {
  findDeletionTime,
  listDueDeletions,
  removeAllPlannedDeletions,
} from './planned/planned-deletion-store.ts';
export { removePerson } from './remove-person.ts';
export {
  type Caller,
  type CallerClaims,
  type CallerRow,
  type OwnAccount,
  toCaller,
  toSeenCaller,
} from './sessions/caller.ts';
export {
  callerColumns,
  callerSource,
  findCallerRow,
  findCallerWithAccount,
} from './sessions/caller-store.ts';
export { sweepEndedSessions } from './sessions/ended-session-store.ts';
export {
  createIdTokens,
  type IdTokens,
  idTokenClaims,
  publicKeysMaxAgeSeconds,
  publishedAheadMs,
} from './sessions/id-token.ts';
export { sweepKnownDevices } from './sessions/known-device-store.ts';
export { lockCaller } from './sessions/lock-caller.ts';
export { requireRecentSignIn } from './sessions/recent-sign-in.ts';
export { type Client, isLastSeenDue } from './sessions/session.ts';
export { recordLastSeen, removeSession, sweepSessions } from './sessions/session-store.ts';
export { signingAlgorithm } from './sessions/signing-key.ts';
export { sweepSigningKeys } from './sessions/signing-key-store.ts';
export { type Avatars, createAvatars } from './social/avatars.ts';
export { createFetchPicture } from './social/fetch-picture.ts';
export { sweepFlows } from './social/flow-store.ts';
export { sweepPendingIdentities } from './social/pending-identity-store.ts';
export { createSocialProviders, issuersOf, type SocialSettings } from './social/providers.ts';
export { sweepUnverifiedAccounts } from './sweep-unverified-accounts.ts';
