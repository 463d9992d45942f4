import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { toDisplayName } from '../accounts/account.ts';
import { change } from '../operation.ts';
import { setPasskeyName } from '../passkeys/passkey-store.ts';
import { lockCaller } from '../sessions/lock-caller.ts';

/** Gives one of the caller's passkeys another name. */
export const renamePasskey = change(contract.renamePasskey, async ({ id, name }, context) => {
  const { tx } = context;
  const displayName = toDisplayName(name);
  const { id: accountId } = await lockCaller(tx, context);
  const isFound = await setPasskeyName(tx, { id, accountId, displayName });
  refuseUnless(isFound, 'auth/passkey-not-found');
  return {};
});
