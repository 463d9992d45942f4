import {
  finishPasskey,
  type OutputOf,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@hearth/contract';
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { Api } from '../api/index.ts';
import { ApiError, isRefused } from '../api-error.ts';

interface Asking {
  /** Offers passkeys among the suggestions of the field for the address, and waits. */
  readonly isSuggestion?: boolean;
}

/** Has the person choose a passkey; answers nothing if they turn back, or if this browser cannot suggest any. */
export async function askForPasskey(
  api: Api,
  { isSuggestion = false }: Asking = {},
): Promise<AuthenticationResponseJSON | undefined> {
  if (isSuggestion && !(await browserSupportsWebAuthnAutofill())) {
    return undefined;
  }
  openQuestions += Number(!isSuggestion);
  try {
    const { options } = await api.call(startPasskeySignIn, {});
    if (isSuggestion && openQuestions > 0) {
      return undefined;
    }
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return await unlessTurnedBack(
      startAuthentication({ optionsJSON, useBrowserAutofill: isSuggestion }),
    );
  } finally {
    openQuestions -= Number(!isSuggestion);
  }
}

/** Questions that the person sees. A suggestion must not take their place, as the device asks one at a time. */
let openQuestions = 0;

/** Opens a session of this browser with the chosen passkey, which must be this person's if they are named. */
export async function openByPasskey(
  api: Api,
  credential: AuthenticationResponseJSON,
  uid?: string,
): Promise<OutputOf<typeof signInWithPasskey>> {
  if (uid !== undefined && credential.response.userHandle !== toUserHandle(uid)) {
    throw refusal('auth/invalid-passkey');
  }
  try {
    return await api.call(signInWithPasskey, { credential }, { renewsSession: true });
  } catch (error) {
    if (isRefused(error, 'auth/passkey-not-found')) {
      await forgetUnknown(credential.id);
    }
    throw error;
  }
}

/** Withdraws the offer among the suggestions. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

/** Makes a passkey and adds it; answers whether the person went through with it. */
export async function addPasskey(api: Api): Promise<boolean> {
  const { options } = await api.call(startPasskey, {});
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await unlessTurnedBack(startRegistration({ optionsJSON }));
  if (!credential) {
    return false;
  }
  await api.call(finishPasskey, { credential });
  return true;
}

/** Browsers say the same of a person who turns back and of one who waits too long. */
async function unlessTurnedBack<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asking;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') {
      return undefined;
    }
    throw name === 'InvalidStateError' ? refusal('auth/passkey-already-in-use') : error;
  }
}

function refusal(code: 'auth/passkey-already-in-use' | 'auth/invalid-passkey'): ApiError {
  return new ApiError(code, { code: 'failed-precondition', refusal: code, httpStatus: 0 });
}

function toUserHandle(uid: string): string {
  return btoa(uid).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

interface Signalling {
  signalUnknownCredential?(unknown: { rpId: string; credentialId: string }): Promise<void>;
}

/** Has the program that keeps it stop offering a passkey that opens nothing. */
async function forgetUnknown(credentialId: string): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as unknown as Signalling;
  await signalUnknownCredential?.call(PublicKeyCredential, {
    rpId: location.hostname,
    credentialId,
  });
}
