import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { listIdentityLinks } from '../accounts/identity-link-store.ts';
import { notifyFactorChange } from '../codes/notify-factor-change.ts';
import { change } from '../operation.ts';
import { listPasskeys, removePasskeys } from '../passkeys/passkey-store.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { removeSessions } from '../sessions/session-store.ts';

/** Removes a passkey, and the other sessions that were opened with it; one way to sign in must remain. */
export const removePasskey = change(contract.removePasskey, async ({ id }, context) => {
  const { tx, caller, clock } = context;
  requireRecentSignIn(caller, clock.now());
  const account = await lockCaller(tx, context);
  const at = clock.now();
  const held = await listPasskeys(tx, account.id);
  const isHeld = held.some((passkey) => passkey.id === id);
  refuseUnless(isHeld, 'auth/passkey-not-found');
  const hasOther = account.passwordHash !== null || held.length > 1;
  const isLast = !hasOther && (await listIdentityLinks(tx, account.id)).length === 0;
  refuseIf(isLast, 'auth/last-sign-in-method');

  await removePasskeys(tx, { accountId: account.id, id, at });
  const end = { reason: 'sign-in-changed', endedAt: at } as const;
  const opened = { accountId: account.id, secondFactor: id, exceptId: caller.sessionId };
  await removeSessions(tx, { ...opened, ...end });
  // A person who removes a stolen device has signed in without it: a link in its mailbox must not bring it back.
  const isFinal = caller.secondFactor !== id;
  await notifyFactorChange(tx, { account, factorChange: 'passkey-removed', at, isFinal }, context);
  return {};
});
