import { authorize } from './authorize.ts';
import { keptLocation } from './kept-location.ts';
import type { Entry } from './session-actions.ts';
import type { Tokens } from './session-calls.ts';
import { isSessionEnd } from './session-end.ts';
import { adopt, forgetPerson, type Parts } from './session-parts.ts';

export async function enter(parts: Parts, tokens: Tokens, entry: Entry): Promise<void> {
  const again = parts.box.get().account?.uid === tokens.uid;
  if (again) {
    // The session before this one has ended, and with it the token of every call from now on.
    parts.keeper.hold(tokens);
  } else {
    parts.entry = entry;
  }
  try {
    adopt(parts, tokens, await parts.calls.lookup(tokens.idToken));
  } catch (error) {
    if (isSessionEnd(error)) {
      throw error;
    }
    // The session is open: a form that failed here would ask to open it a second time.
    if (!again) {
      parts.box.set({ status: 'unreachable' });
    }
  }
  parts.tabs.tell({ kind: 'signed-in', uid: tokens.uid });
}

export async function leave(parts: Parts): Promise<void> {
  const { calls, keeper, tabs } = parts;
  const uid = keeper.held()?.uid;
  try {
    await authorize(parts, async (idToken) => idToken && calls.signOut(idToken));
  } catch (error) {
    if (!isSessionEnd(error)) {
      throw error;
    }
  }
  keptLocation.forget();
  forgetPerson(parts, 'left');
  if (uid) {
    tabs.tell({ kind: 'signed-out', uid });
  }
}
