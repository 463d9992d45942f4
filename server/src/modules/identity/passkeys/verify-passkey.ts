import type { finishPasskey, InputOf, signInWithPasskey } from '@hearth/contract';
import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { spendPasskeyChallenge } from './passkey-challenge-store.ts';
import type { Passkey } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

export type MadePasskey = InputOf<typeof finishPasskey>['credential'];
export type ShownPasskey = NonNullable<InputOf<typeof signInWithPasskey>['credential']>;

interface PasskeyRequest {
  /** Account that adds a passkey; null for a sign-in. */
  readonly accountId: string | null;
  readonly party: RelyingParty;
  readonly at: Date;
}

/** Checks a passkey that the browser has made; uses its challenge up. */
export async function verifyMadePasskey(
  db: Database,
  { made, party, ...asked }: PasskeyRequest & { readonly made: MadePasskey },
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
  }: PasskeyRequest & { readonly shown: ShownPasskey; readonly passkey: Passkey },
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
  {
    shown,
    accountId,
    at,
  }: Omit<PasskeyRequest, 'party'> & { readonly shown: MadePasskey | ShownPasskey },
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

/** Programs that keep passkeys, by the AAGUID that they give; from the list of passkeydeveloper on GitHub. */
const names: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain (managed)',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'd3452668-01fd-4c12-926c-83a4204853aa': 'Microsoft Password Manager',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'b78a0a55-6ef8-d246-a042-ba0f6d55050c': 'LastPass',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
};

/** Name of the program with this AAGUID, or empty. */
const nameAuthenticator = (aaguid: string): string => names[aaguid] ?? '';
