import type { PublicConfig } from '@hearth/contract';
import type { ApiError } from '../api/api-error.ts';
import type { ApiSession } from '../api/create-api.ts';
import type { Account } from './account.ts';
import { keptLocation } from './kept-location.ts';
import { createSessionCalls, type SessionCalls, type Tokens } from './session-calls.ts';
import { isSessionEnd } from './session-end.ts';
import {
  createStateBox,
  type SessionState,
  type SignedOutReason,
  type StateBox,
} from './session-state.ts';
import { createTabChannel, type TabChannel, type TabMessage } from './tab-channel.ts';
import { createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

interface SessionClientOptions {
  readonly config: PublicConfig;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
  readonly broadcast?: TabChannel;
  readonly reloadPage?: () => void;
}

export interface SignInInput {
  readonly email: string;
  readonly password: string;
}

export interface SignUpInput extends SignInInput {
  readonly displayName: string;
}

export interface SessionActions {
  signIn(input: SignInInput): Promise<void>;
  signUp(input: SignUpInput): Promise<void>;
  /** Throws, and changes nothing, when the server cannot be told: then asking again is possible. */
  signOut(): Promise<void>;
  /** Reads the account again; after `unreachable`, asks again who is signed in. */
  reload(): Promise<void>;
}

export interface SessionClient extends SessionActions, ApiSession {
  start(): Promise<void>;
  state(): SessionState;
  subscribe(listener: () => void): () => void;
}

interface Parts {
  readonly calls: SessionCalls;
  readonly keeper: TokenKeeper;
  readonly box: StateBox;
  readonly tabs: TabChannel;
  readonly reloadPage: () => void;
}

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
  tabs.listen((message) => void obey(message, parts, startAgain).catch(() => undefined));

  return {
    start,
    state: box.get,
    subscribe: box.subscribe,
    signIn: async (input) => enter(parts, await calls.signIn(input)),
    signUp: async (input) => enter(parts, await calls.signUp(input)),
    signOut: () => leave(parts),
    async reload() {
      const idToken = await keeper.idToken();
      return idToken ? lookUp(parts, idToken) : start();
    },
    async idToken() {
      await starting;
      return keeper.idToken();
    },
    noteFailure(error: ApiError, idToken: string) {
      // The answer to a call of an earlier session says nothing about this one.
      if (keeper.held()?.idToken !== idToken) {
        return;
      }
      if (isSessionEnd(error)) {
        forgetPerson(parts, 'ended');
      } else if (error.code === 'unauthenticated') {
        void keeper.renew().catch(() => undefined);
      }
    },
  };
}

function createParts(options: SessionClientOptions): Parts {
  const fetcher: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const calls = createSessionCalls(options.config, fetcher);
  const box = createStateBox();
  const tabs = options.broadcast ?? createTabChannel();
  const reloadPage = options.reloadPage ?? (() => window.location.reload());
  const keeper: TokenKeeper = createTokenKeeper({
    calls,
    now: options.now ?? Date.now,
    onEnded: () => forgetPerson({ keeper, box }, 'ended'),
    onStranger: reloadPage,
  });
  return { calls, keeper, box, tabs, reloadPage };
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
      ? () => forgetPerson(parts, 'ended')
      : () => box.set({ status: 'unreachable' });
  }
}

async function enter(parts: Parts, tokens: Tokens): Promise<void> {
  try {
    adopt(parts, tokens, await parts.calls.lookup(tokens.idToken));
  } catch (error) {
    if (isSessionEnd(error)) {
      throw error;
    }
    // The session is open: a form that failed here would ask to open it a second time.
    parts.box.set({ status: 'unreachable' });
  }
  parts.tabs.tell({ kind: 'signed-in', uid: tokens.uid });
}

function adopt({ keeper, box }: Parts, tokens: Tokens, account: Account) {
  keeper.hold(tokens);
  box.set({ status: 'signed-in', account });
}

async function leave(parts: Parts): Promise<void> {
  const { calls, keeper, tabs } = parts;
  const uid = keeper.held()?.uid;
  try {
    const idToken = await keeper.idToken();
    if (idToken) {
      await calls.signOut(idToken);
    }
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

async function lookUp(parts: Parts, idToken: string): Promise<void> {
  try {
    const account = await parts.calls.lookup(idToken);
    if (parts.keeper.held()?.uid === account.uid) {
      parts.box.set({ status: 'signed-in', account });
    }
  } catch (error) {
    if (isSessionEnd(error) && parts.keeper.held()?.idToken === idToken) {
      forgetPerson(parts, 'ended');
    }
    throw error;
  }
}

function forgetPerson({ keeper, box }: Pick<Parts, 'keeper' | 'box'>, reason: SignedOutReason) {
  keeper.drop();
  box.set({ status: 'signed-out', reason });
}

/** What another tab did holds here too. */
async function obey(
  message: TabMessage,
  parts: Parts,
  startAgain: () => Promise<void>,
): Promise<void> {
  const uid = parts.keeper.held()?.uid;
  if (message.kind === 'signed-out') {
    if (uid === message.uid) {
      keptLocation.forget();
      forgetPerson(parts, 'left');
    }
    return;
  }
  if (uid === undefined) {
    await startAgain();
  } else if (uid === message.uid) {
    await parts.keeper.renew();
  } else {
    parts.reloadPage();
  }
}
