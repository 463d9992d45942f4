export type { Account } from './account.ts';
export { findAccountByEmail, findAccountById, getAccount } from './account-store.ts';
export { sweepActionCodes } from './action-code-store.ts';
export type { ActionSite } from './action-link.ts';
export { type Caller, type CallerClaims, type CallerRow, toCaller } from './caller.ts';
export { callerColumns, callerSource, findCallerRow } from './caller-store.ts';
export { createAuthUri } from './create-auth-uri.ts';
export { deleteAccount } from './delete-account.ts';
export { disownAccount } from './disown-account.ts';
export { toEmail } from './email.ts';
export { endOtherSessions } from './end-other-sessions.ts';
export { endSession } from './end-session.ts';
export { getProjectConfig } from './get-project-config.ts';
export { getUser } from './get-user.ts';
export type { AccountDeletion, AccountDisowning } from './hooks.ts';
export { createIdTokens, type IdTokens, idTokenClaims } from './id-token.ts';
export { sweepKnownDevices } from './known-device-store.ts';
export { mailBuckets, toNetwork } from './limits.ts';
export { listSessions } from './list-sessions.ts';
export { lockCaller } from './lock-caller.ts';
export { lookup } from './lookup.ts';
export { mailAccount } from './mail-account.ts';
export { mailLanguage } from './mail-action-code.ts';
export {
  endAccountSessions,
  endEverySession,
  getAccountFor,
  makePasswordLink,
  type OperatorContext,
  setAccountDisabled,
} from './operate-account.ts';
export type { CallerPart, IdentityServices, Services } from './operation.ts';
export { createPasswordHasher } from './password-hasher.ts';
export { passwordPolicy } from './password-policy.ts';
export { proveEmail } from './prove-email.ts';
export { recaptchaConfig } from './recaptcha-config.ts';
export { requireRecentSignIn } from './recent-sign-in.ts';
export { resetPassword } from './reset-password.ts';
export { revokeToken } from './revoke-token.ts';
export { rotateSigningKey } from './rotate-signing-key.ts';
export { sendOobCode } from './send-oob-code.ts';
export { type Client, isSightingDue } from './session.ts';
export { recordSighting, sweepSessions } from './session-store.ts';
export { signInWithIdp } from './sign-in-with-idp.ts';
export { signInWithPassword } from './sign-in-with-password.ts';
export { signOut } from './sign-out.ts';
export { signUp } from './sign-up.ts';
export { signingAlgorithm } from './signing-key.ts';
export { sweepSigningKeys } from './signing-key-store.ts';
export { type Avatars, createAvatars } from './social/avatars.ts';
export { createFetchPicture } from './social/fetch-picture.ts';
export { sweepFlows } from './social/flow-store.ts';
export { sweepPendingIdentities } from './social/pending-identity-store.ts';
export { createSocialProviders, type SocialSettings } from './social/providers.ts';
export { sweepUnverifiedAccounts } from './sweep-unverified-accounts.ts';
export { token } from './token.ts';
export { update } from './update.ts';
export { updateUser } from './update-user.ts';
