import type { PublicConfig } from '@hearth/contract';
import type { AskForCode } from './ask-for-code.ts';
import { authorize } from './authorize.ts';
import { keptLocation } from './kept-location.ts';
import type { Entry, SessionClient, SignInInput } from './session-actions.ts';
import { createSessionCalls, type SessionCalls, type Tokens, toTokens } from './session-calls.ts';
import { isSessionEnd, reasonOf } from './session-end.ts';
import {
  type Account,
  createStateBox,
  type SignedOutReason,
  type StateBox,
} from './session-state.ts';
import { createTabChannel, type TabChannel, type TabMessage } from './tab-channel.ts';
import { createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

/** Client that knows who is signed in, in this tab and in step with the others. */
export function createSessionClient(options: SessionClientOptions): SessionClient {
  const core = createCore(options);
  const { calls, keeper, box, tabs } = core;
  let starting: Promise<void> | undefined;

  const start = () => {
    starting ??= findOut(core).finally(() => {
      starting = undefined;
    });
    return starting;
  };
  const startAgain = async () => {
    await starting;
    await start();
  };
  // A failure here plans its own retry or shows in the state.
  tabs.listen((message) => void obeyTab(message, core, startAgain).catch(() => undefined));

  return {
    start,
    state: box.get,
    subscribe: box.subscribe,
    signIn: (input, askForCode) => signIn(core, input, askForCode),
    signUp: async (input) => enter(core, await calls.signUp(input), 'sign-up'),
    signOut: () => leave(core),
    async reload() {
      const uid = keeper.held()?.uid;
      if (uid === undefined) {
        return start();
      }
      await lookUp(core);
      tabs.send({ kind: 'changed', uid });
    },
    takeOver(answer) {
      const tokens = toTokens(answer, core.now());
      if (keeper.held()?.uid === tokens.uid) {
        keeper.hold(tokens);
        tabs.send({ kind: 'signed-in', uid: tokens.uid });
      }
    },
    async join(entry) {
      core.entry = entry;
      await startAgain();
      const uid = keeper.held()?.uid;
      if (uid !== undefined) {
        tabs.send({ kind: 'signed-in', uid });
      }
    },
    takeEntry() {
      const { entry } = core;
      core.entry = undefined;
      return entry;
    },
    async idToken() {
      await starting;
      return keeper.idToken();
    },
    async authorize(call) {
      await starting;
      return authorize(core, call);
    },
  };
}

/** Asks the server who is signed in; a sign-in that happens meanwhile wins. */
async function findOut(core: SessionCore): Promise<void> {
  core.box.set({ status: 'loading' });
  const settle = await askWho(core);
  if (core.box.get().status === 'loading') {
    settle();
  }
}

async function askWho(core: SessionCore): Promise<() => void> {
  const { calls, box } = core;
  try {
    const tokens = await calls.refresh();
    if (!tokens) {
      return () => forgetPerson(core, 'nobody');
    }
    const account = await calls.lookup(tokens.idToken);
    return () => adopt(core, tokens, account);
  } catch (error) {
    return isSessionEnd(error)
      ? () => forgetPerson(core, reasonOf(error))
      : () => box.set({ status: 'unreachable' });
  }
}

/** Reads the account of the signed-in person again. */
async function lookUp(core: SessionCore): Promise<void> {
  const account = await authorize(core, async (idToken) => idToken && core.calls.lookup(idToken));
  if (account && core.keeper.held()?.uid === account.uid) {
    core.box.set({ status: 'signed-in', account });
  }
}

/** Follows a change of the session in another tab. */
async function obeyTab(
  message: TabMessage,
  core: SessionCore,
  startAgain: () => Promise<void>,
): Promise<void> {
  const uid = core.keeper.held()?.uid;
  const isMine = uid === message.uid;
  switch (message.kind) {
    case 'signed-out':
      if (isMine) {
        keptLocation.forget();
        forgetPerson(core, 'left');
      }
      return;
    case 'changed':
      return isMine ? lookUp(core) : undefined;
    case 'signed-in':
      return isMine ? void (await core.keeper.renew()) : meetSomebody(uid, core, startAgain);
  }
}

/** Two people in one browser: the page of the former must not go on in the name of the latter. */
function meetSomebody(
  uid: string | undefined,
  { reloadPage }: SessionCore,
  startAgain: () => Promise<void>,
) {
  return uid === undefined ? startAgain() : reloadPage();
}

async function signIn(
  core: SessionCore,
  input: SignInInput,
  askForCode: AskForCode,
): Promise<boolean> {
  const { calls, now } = core;
  const answer = await calls.signIn(input);
  const { localId } = answer;
  const tokens = 'idToken' in answer ? answer : await askForCode(answer, calls.open);
  if (tokens) {
    await enter(core, toTokens({ ...tokens, localId }, now()), 'sign-in');
  }
  return tokens !== undefined;
}

async function enter(core: SessionCore, tokens: Tokens, entry: Entry): Promise<void> {
  const again = core.box.get().account?.uid === tokens.uid;
  if (again) {
    // The session before this one has ended, and with it the token of every call from now on.
    core.keeper.hold(tokens);
  } else {
    core.entry = entry;
  }
  try {
    adopt(core, tokens, await core.calls.lookup(tokens.idToken));
  } catch (error) {
    if (isSessionEnd(error)) {
      throw error;
    }
    // The session is open: a form that failed here would ask to open it a second time.
    if (!again) {
      core.box.set({ status: 'unreachable' });
    }
  }
  core.tabs.send({ kind: 'signed-in', uid: tokens.uid });
}

async function leave(core: SessionCore): Promise<void> {
  const { calls, keeper, tabs } = core;
  const uid = keeper.held()?.uid;
  try {
    await authorize(core, async (idToken) => idToken && calls.signOut(idToken));
  } catch (error) {
    if (!isSessionEnd(error)) {
      throw error;
    }
  }
  keptLocation.forget();
  forgetPerson(core, 'left');
  if (uid) {
    tabs.send({ kind: 'signed-out', uid });
  }
}

interface SessionClientOptions {
  readonly config: PublicConfig;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
  readonly broadcast?: TabChannel;
  readonly reloadPage?: () => void;
}

interface SessionCore {
  readonly calls: SessionCalls;
  readonly keeper: TokenKeeper;
  readonly box: StateBox;
  readonly tabs: TabChannel;
  readonly now: () => number;
  readonly reloadPage: () => void;
  /** With the failure that showed it, if there is one. */
  readonly onEnded: (error?: unknown) => void;
  /** Not yet given to anybody. */
  entry: Entry | undefined;
}

function createCore(options: SessionClientOptions): SessionCore {
  const now = options.now ?? Date.now;
  const fetcher: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const calls = createSessionCalls({ config: options.config, fetch: fetcher, now });
  const box = createStateBox();
  const tabs = options.broadcast ?? createTabChannel();
  const reloadPage = options.reloadPage ?? (() => window.location.reload());
  const onEnded = (error?: unknown) => forgetPerson({ keeper, box }, reasonOf(error));
  const keeper: TokenKeeper = createTokenKeeper({ calls, now, onEnded, onStranger: reloadPage });
  return { calls, keeper, box, tabs, now, reloadPage, onEnded, entry: undefined };
}

function adopt({ keeper, box }: SessionCore, tokens: Tokens, account: Account) {
  keeper.hold(tokens);
  box.set({ status: 'signed-in', account });
}

function forgetPerson(
  { keeper, box }: Pick<SessionCore, 'keeper' | 'box'>,
  reason: SignedOutReason,
) {
  keeper.drop();
  box.set({ status: 'signed-out', reason });
}
