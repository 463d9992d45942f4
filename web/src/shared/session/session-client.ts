import { authorize } from './authorize.ts';
import { enter, leave } from './enter-and-leave.ts';
import { findOut, lookUp } from './find-out.ts';
import { obeyTab } from './obey-tab.ts';
import type { SessionClient } from './session-actions.ts';
import { toTokens } from './session-calls.ts';
import { createParts, type SessionClientOptions } from './session-parts.ts';

/** Who is signed in, in this tab and in step with the others. */
export function createSessionClient(options: SessionClientOptions): SessionClient {
  const parts = createParts(options);
  const { calls, keeper, box, tabs } = parts;
  let starting: Promise<void> | undefined;

  const start = () => {
    starting ??= findOut(parts).finally(() => {
      starting = undefined;
    });
    return starting;
  };
  const startAgain = async () => {
    await starting;
    await start();
  };
  // Whatever fails here plans its own retry or shows in the state.
  tabs.listen((message) => void obeyTab(message, parts, startAgain).catch(() => undefined));

  return {
    start,
    state: box.get,
    subscribe: box.subscribe,
    signIn: async (input) => enter(parts, await calls.signIn(input), 'sign-in'),
    signUp: async (input) => enter(parts, await calls.signUp(input), 'sign-up'),
    signOut: () => leave(parts),
    async reload() {
      const uid = keeper.held()?.uid;
      if (uid === undefined) {
        return start();
      }
      await lookUp(parts);
      tabs.tell({ kind: 'changed', uid });
    },
    takeOver(answer) {
      const tokens = toTokens(answer, parts.now());
      if (keeper.held()?.uid === tokens.uid) {
        keeper.hold(tokens);
        tabs.tell({ kind: 'signed-in', uid: tokens.uid });
      }
    },
    async join(entry) {
      parts.entry = entry;
      await startAgain();
      const uid = keeper.held()?.uid;
      if (uid !== undefined) {
        tabs.tell({ kind: 'signed-in', uid });
      }
    },
    takeEntry() {
      const { entry } = parts;
      parts.entry = undefined;
      return entry;
    },
    async idToken() {
      await starting;
      return keeper.idToken();
    },
    async authorize(call) {
      await starting;
      return authorize(parts, call);
    },
  };
}
