import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { requireEnabled } from '../accounts/account.ts';
import { getAccount } from '../accounts/account-store.ts';
import { listIdentityLinks } from '../accounts/identity-link-store.ts';
import { saga } from '../operation.ts';
import { issueTokens } from '../sessions/open-session.ts';
import { isLastSeenDue, isSessionOver } from '../sessions/session.ts';
import { findSessionByRefreshToken, recordLastSeen } from '../sessions/session-store.ts';

/** Exchanges a refresh token for a new ID token. The refresh token stays: several tabs may share it. */
export const token = saga(contract.token, async (input, context) => {
  const { db, clock, settings, client, idTokens } = context;
  const grantType = input.grant_type ?? input.grantType;
  refuseUnless(grantType, 'auth/missing-grant-type');
  refuseUnless(grantType === 'refresh_token', 'auth/invalid-grant-type');
  const refreshToken = input.refresh_token ?? input.refreshToken;
  if (client.cookieSession && refreshToken === undefined) {
    return { signed_in: false as const };
  }
  refuseUnless(refreshToken, 'auth/missing-refresh-token');
  refuseUnless(isRefreshTokenShaped(refreshToken), 'auth/invalid-refresh-token');
  const session = await findSessionByRefreshToken(db, refreshToken);
  // A well-formed token without a session was revoked: only this word makes SDKs sign out.
  refuseUnless(session, 'auth/token-expired');
  refuseUnless(session.cookie === client.cookieSession, 'auth/invalid-refresh-token');
  const account = await getAccount(db, session.accountId);
  requireEnabled(account);
  refuseIf(isSessionOver(session, clock.now(), settings.sessions), 'auth/token-expired');

  if (isLastSeenDue(session.lastSeenAt, clock.now())) {
    await recordLastSeen(db, session.id, clock.now());
  }
  const links = await listIdentityLinks(db, account.id);
  const { idToken, expiresIn } = await issueTokens({ account, session, links }, idTokens);
  return {
    access_token: idToken,
    id_token: idToken,
    expires_in: expiresIn,
    refresh_token: refreshToken,
    token_type: 'Bearer' as const,
    user_id: account.id,
    project_id: settings.projectId,
  };
});

/** 256 bits as base64url. */
function isRefreshTokenShaped(refreshToken: string): boolean {
  return /^[\w-]{43}$/.test(refreshToken);
}
