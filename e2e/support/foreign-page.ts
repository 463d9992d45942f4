import { initializeApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  getAdditionalUserInfo,
  getMultiFactorResolver,
  getRedirectResult,
  initializeAuth,
  inMemoryPersistence,
  type MultiFactorError,
  signInWithPopup,
  signInWithRedirect,
  TotpMultiFactorGenerator,
  type UserCredential,
} from 'firebase/auth';

// A web application of somebody else, as its developer would write it with Google's SDK.

const { apiKey = '', hearth = '' } = Object.fromEntries(new URLSearchParams(location.search));
const firebase = initializeApp({ apiKey, projectId: 'hearth', authDomain: 'unused.example' });
const auth = initializeAuth(firebase, {
  persistence: inMemoryPersistence,
  popupRedirectResolver: browserPopupRedirectResolver,
});
connectAuthEmulator(auth, hearth, { disableWarnings: true });

async function show(work: () => Promise<UserCredential | null>): Promise<void> {
  const text = await work()
    .catch(askForCode)
    .then(describe, (error) => `refused: ${error.code}`);
  const outcome = document.querySelector('output');
  if (outcome) {
    outcome.textContent = text;
  }
}

async function askForCode(error: MultiFactorError): Promise<UserCredential> {
  if (error.code !== 'auth/multi-factor-auth-required') {
    throw error;
  }
  const resolver = getMultiFactorResolver(auth, error);
  const id = resolver.hints[0]?.uid ?? '';
  const code = prompt(`Code of ${resolver.hints[0]?.displayName}`) ?? '';
  return await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(id, code));
}

function describe(credential: UserCredential | null): string {
  const profile = credential && getAdditionalUserInfo(credential)?.profile;
  return credential === null
    ? 'nobody'
    : `${credential.operationType}: ${credential.user.email}, ${profile?.name}`;
}

function onClick(id: string, work: () => Promise<UserCredential | null>): void {
  document.getElementById(id)?.addEventListener('click', () => void show(work));
}

// For a test that changes the account meanwhile.
auth.onIdTokenChanged(async (user) => {
  document.body.dataset.idToken = await user?.getIdToken();
});

onClick('popup', () => signInWithPopup(auth, new GoogleAuthProvider()));
onClick('redirect', () => signInWithRedirect(auth, new GoogleAuthProvider()));
void show(() => getRedirectResult(auth));
