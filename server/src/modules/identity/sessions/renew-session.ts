import type { SessionEndReason } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import type { IdentityServices } from '../operation.ts';
import type { Caller } from './caller.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { removeSessions } from './session-store.ts';

interface Renewal {
  readonly account: Account;
  /** Why the account's other sessions end. */
  readonly reason: SessionEndReason;
}

/** How a session was opened, for one that goes on in its place. */
const toWayIn = ({ provider, secondFactor, begunAt }: Caller) => ({
  provider,
  secondFactor,
  begunAt,
});

/** Ends all sessions of the account and opens one in place of the caller's, of the same kind, with the same factors. */
export async function renewSession(
  tx: Transaction,
  { account, reason }: Renewal,
  context: IdentityServices & { readonly caller: Caller },
): Promise<Omit<OpenedSession, 'refreshToken'> & { refreshToken?: string }> {
  const { caller, client, clock } = context;
  await removeSessions(tx, { accountId: account.id, reason, endedAt: clock.now() });
  const cookieSession = client.cookieSession || caller.cookieSession;
  const { refreshToken, deviceMark, ...tokens } = await openSession(
    tx,
    { account, ...toWayIn(caller) },
    { ...context, client: { ...client, cookieSession } },
  );
  // A cookie session's secrets are never sent in a body; if the request asked for a cookie, the dialect moves them there.
  return caller.cookieSession && !client.cookieSession
    ? tokens
    : { ...tokens, refreshToken, ...(deviceMark && { deviceMark }) };
}
