import {
  lookup,
  type OutputOf,
  type PublicConfig,
  type RequestOf,
  sessionHeader,
  signInWithPassword,
  signOut,
  signUp,
  token,
} from '@hearth/contract';
import { createSend } from '../api/send.ts';
import type { OpenSession } from './ask-for-code.ts';
import { type Account, toAccount } from './session-state.ts';

export interface Tokens {
  readonly uid: string;
  readonly idToken: string;
  /** Counted from the receipt, by the clock here: the server's may be another, and so the token's own `exp`. */
  readonly lifeMs: number;
  readonly receivedAt: number;
}

/** The server keeps the refresh token in a cookie that no script can read. */
const cookieMode = { headers: { [sessionHeader]: 'cookie' } };

interface SessionNetwork {
  readonly config: PublicConfig;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

export interface SessionCalls {
  /** Undefined when nobody is signed in. */
  refresh(): Promise<Tokens | undefined>;
  /** Answers tokens, or what a second factor is needed for. */
  signIn(input: RequestOf<typeof signInWithPassword>): Promise<OutputOf<typeof signInWithPassword>>;
  /** Makes another call whose answer opens a session. */
  readonly open: OpenSession;
  signUp(input: RequestOf<typeof signUp>): Promise<Tokens>;
  signOut(idToken: string): Promise<void>;
  lookup(idToken: string): Promise<Account>;
}

export function createSessionCalls({ config, fetch, now }: SessionNetwork): SessionCalls {
  const { apiKey, region } = config;
  const send = createSend({ apiKey, region, origin: '', fetch });
  const open: OpenSession = (entry, input) => send(entry, input, cookieMode);

  return {
    async refresh() {
      const answer = await open(token, { grant_type: 'refresh_token' });
      if (!('id_token' in answer)) {
        return undefined;
      }
      const { user_id: localId, id_token: idToken, expires_in: expiresIn } = answer;
      return toTokens({ localId, idToken, expiresIn }, now());
    },
    open,
    signIn: (input) => open(signInWithPassword, withTokens(input)),
    async signUp(input) {
      return toTokens(await open(signUp, withTokens(input)), now());
    },
    async signOut(idToken) {
      await open(signOut, { idToken });
    },
    async lookup(idToken) {
      return toAccount(await send(lookup, { idToken }));
    },
  };
}

function withTokens<Input>(input: Input): Input & { returnSecureToken: boolean } {
  return { ...input, returnSecureToken: true };
}

/** Answer of a call that opens or renews a session. */
export interface TokenAnswer {
  readonly localId: string;
  readonly idToken: string;
  readonly expiresIn: string;
}

export function toTokens({ localId, idToken, expiresIn }: TokenAnswer, receivedAt: number): Tokens {
  return { uid: localId, idToken, lifeMs: Number(expiresIn) * 1000, receivedAt };
}
