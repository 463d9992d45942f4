import { initializeApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  getAdditionalUserInfo,
  getRedirectResult,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
  signInWithRedirect,
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
  const text = await work().then(describe, (error) => `refused: ${error.code}`);
  const outcome = document.querySelector('output');
  if (outcome) {
    outcome.textContent = text;
  }
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

onClick('popup', () => signInWithPopup(auth, new GoogleAuthProvider()));
onClick('redirect', () => signInWithRedirect(auth, new GoogleAuthProvider()));
void show(() => getRedirectResult(auth));
