import * as contract from '@hearth/contract';
import { refuseAccount, refuseUnless } from '../../../platform/refusal.ts';
import { requireEnabled } from '../accounts/account.ts';
import { lockAccount } from '../accounts/account-store.ts';
import { passkeyBuckets } from '../limits.ts';
import { saga } from '../operation.ts';
import { findPasskey, recordPasskeyUse } from '../passkeys/passkey-store.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';
import { isCountedOn, verifyShownPasskey } from '../passkeys/verify-passkey.ts';
import { openSession } from '../sessions/open-session.ts';

/** Opens a session with a passkey. Its device has checked the person, so it counts as both factors. */
export const signInWithPasskey = saga(contract.signInWithPasskey, async (input, context) => {
  const { db, clock, client, limits, site } = context;
  const { credential: shown } = input;
  const party = requireRelyingParty(site.publicUrl);
  refuseUnless(shown, 'auth/missing-passkey');
  refuseUnless(await limits.take(db, passkeyBuckets(client.address)), 'auth/too-many-requests');
  const passkey = await findPasskey(db, shown.id);
  refuseUnless(passkey, 'auth/passkey-not-found');
  const asked = { accountId: null, party, at: clock.now() };
  const counter = await verifyShownPasskey(db, { shown, passkey, ...asked });

  return await context.transaction(async (tx) => {
    const account = await lockAccount(tx, passkey.accountId);
    const kept = await findPasskey(tx, shown.id);
    refuseUnless(kept, 'auth/passkey-not-found');
    requireEnabled(account);
    if (!isCountedOn(kept.counter, counter)) {
      refuseAccount('auth/passkey-copied', account.id);
    }
    await recordPasskeyUse(tx, { id: kept.id, counter, at: clock.now() });
    const signIn = { account, provider: 'passkey', secondFactor: kept.id };
    const tokens = await openSession(tx, signIn, context);
    const { id: localId, email, displayName } = account;
    return { localId, email, ...(displayName && { displayName }), ...tokens };
  });
});
