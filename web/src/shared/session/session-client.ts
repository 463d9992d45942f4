import type { AskForCode } from './ask-for-code.ts';
import { authorize } from './authorize.ts';
import { keptLocation } from './kept-location.ts';
import type { Entry, SessionClient, SignInInput } from './session-actions.ts';
import { type Tokens, toTokens } from './session-calls.ts';
import { isSessionEnd, reasonOf } from './session-end.ts';
import {
  adopt,
  createParts,
  forgetPerson,
  type Parts,
  type SessionClientOptions,
} from './session-parts.ts';
import type { TabMessage } from './tab-channel.ts';

/** Client that knows who is signed in, in this tab and in step with the others. */
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
  // A failure here plans its own retry or shows in the state.
  tabs.listen((message) => void obeyTab(message, parts, startAgain).catch(() => undefined));

  return {
    start,
    state: box.get,
    subscribe: box.subscribe,
    signIn: (input, askForCode) => signIn(parts, input, askForCode),
    signUp: async (input) => enter(parts, await calls.signUp(input), 'sign-up'),
    signOut: () => leave(parts),
    async reload() {
      const uid = keeper.held()?.uid;
      if (uid === undefined) {
        return start();
      }
      await lookUp(parts);
      tabs.send({ kind: 'changed', uid });
    },
    takeOver(answer) {
      const tokens = toTokens(answer, parts.now());
      if (keeper.held()?.uid === tokens.uid) {
        keeper.hold(tokens);
        tabs.send({ kind: 'signed-in', uid: tokens.uid });
      }
    },
    async join(entry) {
      parts.entry = entry;
      await startAgain();
      const uid = keeper.held()?.uid;
      if (uid !== undefined) {
        tabs.send({ kind: 'signed-in', uid });
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

/** Asks the server who is signed in; a sign-in that happens meanwhile wins. */
async function findOut(parts: Parts): Promise<void> {
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

/** Reads the account of the signed-in person again. */
async function lookUp(parts: Parts): Promise<void> {
  const account = await authorize(parts, async (idToken) => idToken && parts.calls.lookup(idToken));
  if (account && parts.keeper.held()?.uid === account.uid) {
    parts.box.set({ status: 'signed-in', account });
  }
}

/** Follows a change of the session in another tab. */
async function obeyTab(
  message: TabMessage,
  parts: Parts,
  startAgain: () => Promise<void>,
): Promise<void> {
  const uid = parts.keeper.held()?.uid;
  const isMine = uid === message.uid;
  switch (message.kind) {
    case 'signed-out':
      if (isMine) {
        keptLocation.forget();
        forgetPerson(parts, 'left');
      }
      return;
    case 'changed':
      return isMine ? lookUp(parts) : undefined;
    case 'signed-in':
      return isMine ? void (await parts.keeper.renew()) : meetSomebody(uid, parts, startAgain);
  }
}

/** Two people in one browser: the page of the former must not go on in the name of the latter. */
function meetSomebody(
  uid: string | undefined,
  { reloadPage }: Parts,
  startAgain: () => Promise<void>,
) {
  return uid === undefined ? startAgain() : reloadPage();
}

async function signIn(parts: Parts, input: SignInInput, askForCode: AskForCode): Promise<boolean> {
  const { calls, now } = parts;
  const answer = await calls.signIn(input);
  const { localId } = answer;
  const tokens = 'idToken' in answer ? answer : await askForCode(answer, calls.open);
  if (tokens) {
    await enter(parts, toTokens({ ...tokens, localId }, now()), 'sign-in');
  }
  return tokens !== undefined;
}

async function enter(parts: Parts, tokens: Tokens, entry: Entry): Promise<void> {
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
  parts.tabs.send({ kind: 'signed-in', uid: tokens.uid });
}

async function leave(parts: Parts): Promise<void> {
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
    tabs.send({ kind: 'signed-out', uid });
  }
}
