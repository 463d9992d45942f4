import * as contract from '@hearth/contract';
import { notifyFactorChange } from '../codes/notify-factor-change.ts';
import { change } from '../operation.ts';
import { newPasskeyId } from '../passkeys/passkey-id.ts';
import { insertPasskey } from '../passkeys/passkey-store.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';
import { verifyMadePasskey } from '../passkeys/verify-passkey.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requirePasskeyAllowed } from './start-passkey.ts';

/** Adds a passkey that the browser has made. */
export const finishPasskey = change(contract.finishPasskey, async ({ credential }, context) => {
  const { tx, caller, clock, client, site } = context;
  const party = requireRelyingParty(site.publicUrl);
  const at = clock.now();
  requireRecentSignIn(caller, at);
  const account = await lockCaller(tx, context);
  await requirePasskeyAllowed(tx, account);
  const { id: accountId } = account;
  const verified = await verifyMadePasskey(tx, { made: credential, accountId, party, at });

  const id = newPasskeyId();
  const { userAgent } = client;
  const added = { id, accountId, userAgent, addedAt: at, lastUsedAt: null };
  await insertPasskey(tx, { ...verified, ...added });
  await notifyFactorChange(tx, { account, factorChange: 'passkey-added', at }, context);
  return { id };
});
