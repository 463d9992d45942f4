import * as contract from '@hearth/contract';
import { change } from '../operation.ts';
import { removePerson } from '../remove-person.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';

/** Removes one's own account permanently. */
export const deleteAccount = change(contract.deleteAccount, async (_input, context) => {
  const { tx, caller, clock } = context;
  requireRecentSignIn(caller, clock.now());
  const account = await lockCaller(tx, context);
  await removePerson(tx, account, { ...context, actorId: account.id });
  return { kind: 'identitytoolkit#DeleteAccountResponse' as const };
});
