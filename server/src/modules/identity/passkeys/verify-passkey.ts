import type { finishPasskey, InputOf, signInWithPasskey } from '@hearth/contract';
import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { nameAuthenticator } from './authenticator-names.ts';
import { spendPasskeyChallenge } from './passkey-challenge-store.ts';
import type { Passkey } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

export type MadePasskey = InputOf<typeof finishPasskey>['credential'];
export type ShownPasskey = NonNullable<InputOf<typeof signInWithPasskey>['credential']>;

interface Asked {
  /** Account that adds a passkey; null for a sign-in. */
  readonly accountId: string | null;
  readonly party: RelyingParty;
  readonly at: Date;
}

/** Checks a passkey that the browser has made; uses its challenge up. */
export async function verifyMadePasskey(
  db: Database,
  { made, party, ...asked }: Asked & { readonly made: MadePasskey },
) {
  const expectedChallenge = await spendChallenge(db, { shown: made, ...asked });
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { response, ...credential } = made;
  const { transports = [], ...parts } = response;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {}, response: { ...parts, transports } },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
  }).catch(toRefusal);
  refuseUnless(registrationInfo, 'auth/invalid-passkey');
  const { aaguid, credential: key } = registrationInfo;
  return {
    credentialId: key.id,
    publicKey: Buffer.from(key.publicKey),
    counter: key.counter,
    transports,
    displayName: nameAuthenticator(aaguid),
  };
}

/** Checks the signature of a passkey, which uses its challenge up; answers the uses that the device has counted. */
export async function verifyShownPasskey(
  db: Database,
  {
    shown,
    passkey,
    party,
    ...asked
  }: Asked & { readonly shown: ShownPasskey; readonly passkey: Passkey },
): Promise<number> {
  const expectedChallenge = await spendChallenge(db, { shown, ...asked });
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { response, ...credential } = shown;
  const { userHandle: shownHandle, ...parts } = response;
  const userHandle = toUserHandle(passkey.accountId);
  const isOwn = shownHandle == null || shownHandle === userHandle;
  refuseUnless(isOwn, 'auth/invalid-passkey', 'It belongs to another account.');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {}, response: { ...parts, userHandle } },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // Compared by the caller, who has locked the row.
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: 0,
    },
  }).catch(toRefusal);
  refuseUnless(verified, 'auth/invalid-passkey', 'The signature is wrong.');
  return authenticationInfo.newCounter;
}

/** How devices name the account: nothing that tells a stranger who it is. */
export const toUserHandle = (accountId: string): string =>
  Buffer.from(accountId).toString('base64url');

/** A device that counts must have counted on. */
export const isCountedOn = (kept: number, shown: number): boolean =>
  shown > kept || (shown === 0 && kept === 0);

async function spendChallenge(
  db: Database,
  { shown, accountId, at }: Omit<Asked, 'party'> & { readonly shown: MadePasskey | ShownPasskey },
): Promise<string> {
  const challenge = readChallenge(shown.response.clientDataJSON);
  const isAsked = await spendPasskeyChallenge(db, { challenge, accountId, at });
  refuseUnless(isAsked, 'auth/passkey-request-expired');
  return challenge;
}

function readChallenge(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    return String(challenge);
  } catch {
    return refuse('auth/invalid-passkey', 'clientDataJSON is no JSON object.');
  }
}

/** The library tells every fault of an answer by an error of its own words. */
function toRefusal(error: unknown): never {
  return refuse('auth/invalid-passkey', error instanceof Error ? error.message : String(error));
}
