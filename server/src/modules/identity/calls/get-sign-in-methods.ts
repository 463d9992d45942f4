import * as contract from '@hearth/contract';
import { countRecoveryCodes } from '../factors/recovery-code-store.ts';
import { listSecondFactors } from '../factors/second-factor-store.ts';
import { readOwnAccount } from '../operation.ts';
import { listPasskeys } from '../passkeys/passkey-store.ts';
import { emailLinkProvider } from '../sessions/session.ts';
import { listSessionRecords, type SessionRecord } from '../sessions/session-store.ts';

/** Lists everything that opens the caller's account. */
export const getSignInMethods = readOwnAccount(
  contract.getSignInMethods,
  async (_input, context) => {
    const { db, account, links, clock, settings } = context;
    const sessions = await listSessionRecords(db, { accountId: account.id, at: clock.now() });
    const passkeys = await listPasskeys(db, account.id);
    const factors = await listSecondFactors(db, account.id);
    const changedAt = account.passwordChangedAt ?? account.createdAt;
    return {
      password:
        account.passwordHash === null
          ? null
          : { changed_at: changedAt.toISOString(), last_use: findLastUse(sessions, 'password') },
      ...(settings.policy.emailSignIn && {
        email_link: { last_use: findLastUse(sessions, emailLinkProvider) },
      }),
      providers: links.map(({ provider, email, linkedAt }) => ({
        provider,
        email,
        linked_at: linkedAt.toISOString(),
        last_use: findLastUse(sessions, provider),
      })),
      passkeys: passkeys.map(({ id, displayName, userAgent, addedAt, lastUsedAt }) => ({
        id,
        name: displayName,
        added_at: addedAt.toISOString(),
        user_agent: userAgent,
        last_used_at: lastUsedAt?.toISOString() ?? null,
      })),
      second_factors: factors.map(({ id, displayName, enrolledAt, lastUsedAt }) => ({
        id,
        display_name: displayName,
        enrolled_at: enrolledAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      })),
      recovery_codes_left: await countRecoveryCodes(db, account.id),
      second_factor_offered: settings.policy.secondFactor !== 'off',
    };
  },
);

/** The newest of the active sessions that were opened with it. */
function findLastUse(sessions: readonly SessionRecord[], provider: string) {
  const [latest] = sessions
    .filter((session) => session.provider === provider)
    .sort((one, other) => other.signedInAt.getTime() - one.signedInAt.getTime());
  return latest ? { at: latest.signedInAt.toISOString(), user_agent: latest.userAgent } : null;
}
