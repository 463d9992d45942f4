import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { passkeyBuckets } from '../limits.ts';
import { saga } from '../operation.ts';
import { insertPasskeyChallenge } from '../passkeys/passkey-challenge-store.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';

/** Begins a sign-in with a passkey. */
export const startPasskeySignIn = saga(contract.startPasskeySignIn, async (_input, context) => {
  const { db, clock, client, limits, site } = context;
  const party = requireRelyingParty(site.publicUrl);
  refuseUnless(await limits.take(db, passkeyBuckets(client.address)), 'auth/too-many-requests');

  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout: 300_000,
  });
  const { challenge } = options;
  await insertPasskeyChallenge(db, { challenge, accountId: null, at: clock.now() });
  return { options: { ...options } };
});
