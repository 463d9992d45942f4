import { authorize } from './authorize.ts';
import { isSessionEnd, reasonOf } from './session-end.ts';
import { adopt, forgetPerson, type Parts } from './session-parts.ts';

/** Asks the server who is signed in; a sign-in that happens meanwhile wins. */
export async function findOut(parts: Parts): Promise<void> {
  parts.box.set({ status: 'loading' });
  const settle = await askWho(parts);
  if (parts.box.get().status === 'loading') {
    settle();
  }
}

async function askWho(parts: Parts): Promise<() => void> {
  const { calls, box } = parts;
  try {
    const tokens = await calls.refresh();
    if (!tokens) {
      return () => forgetPerson(parts, 'nobody');
    }
    const account = await calls.lookup(tokens.idToken);
    return () => adopt(parts, tokens, account);
  } catch (error) {
    return isSessionEnd(error)
      ? () => forgetPerson(parts, reasonOf(error))
      : () => box.set({ status: 'unreachable' });
  }
}

/** Reads the account of whoever is signed in again. */
export async function lookUp(parts: Parts): Promise<void> {
  const account = await authorize(parts, async (idToken) => idToken && parts.calls.lookup(idToken));
  if (account && parts.keeper.held()?.uid === account.uid) {
    parts.box.set({ status: 'signed-in', account });
  }
}
