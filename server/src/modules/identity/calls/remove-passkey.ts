import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { notifyFactorChange } from '../codes/notify-factor-change.ts';
import { change } from '../operation.ts';
import { removePasskeys } from '../passkeys/passkey-store.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { forgetShownFactor, removeSessions } from '../sessions/session-store.ts';
import { requireWayIn } from './require-way-in.ts';

/** Removes a passkey, and the other sessions that were opened with it; one way to sign in must remain. */
export const removePasskey = change(contract.removePasskey, async ({ id }, context) => {
  const { tx, caller, clock } = context;
  requireRecentSignIn(caller, clock.now());
  const account = await lockCaller(tx, context);
  const at = clock.now();
  // A person who removes a stolen device has signed in without it: a link in its mailbox must not bring it back.
  const isFinal = caller.secondFactor !== id;
  const removed = await removePasskeys(tx, { accountId: account.id, id, at, isFinal });
  refuseUnless(removed, 'auth/passkey-not-found');
  await requireWayIn(tx, { account, passkeyId: id }, context);

  const end = { reason: 'sign-in-changed', endedAt: at } as const;
  const opened = { accountId: account.id, secondFactor: id, exceptId: caller.sessionId };
  await removeSessions(tx, { ...opened, ...end });
  if (!isFinal) {
    await forgetShownFactor(tx, caller.sessionId);
  }
  await notifyFactorChange(tx, { account, factorChange: 'passkey-removed', at, isFinal }, context);
  return {};
});
