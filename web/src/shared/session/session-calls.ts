import {
  lookup,
  type PublicConfig,
  type RequestOf,
  sessionHeader,
  signInWithPassword,
  signOut,
  signUp,
  token,
} from '@hearth/contract';
import { createSend } from '../api/send.ts';
import { type Account, toAccount } from './account.ts';

export interface Tokens {
  readonly uid: string;
  readonly idToken: string;
  readonly lifeMs: number;
}

/** The server keeps the refresh token in a cookie that no script can read. */
const cookieMode = { headers: { [sessionHeader]: 'cookie' } };

export interface SessionCalls {
  /** Nothing when nobody is signed in. */
  refresh(): Promise<Tokens | undefined>;
  signIn(input: RequestOf<typeof signInWithPassword>): Promise<Tokens>;
  signUp(input: RequestOf<typeof signUp>): Promise<Tokens>;
  signOut(idToken: string): Promise<void>;
  lookup(idToken: string): Promise<Account>;
}

export function createSessionCalls(config: PublicConfig, fetcher: typeof fetch): SessionCalls {
  const { apiKey, region } = config;
  const send = createSend({ apiKey, region, origin: '', fetch: fetcher });

  return {
    async refresh() {
      const answer = await send(token, { grant_type: 'refresh_token' }, cookieMode);
      return 'id_token' in answer
        ? {
            uid: answer.user_id,
            idToken: answer.id_token,
            lifeMs: Number(answer.expires_in) * 1000,
          }
        : undefined;
    },
    async signIn(input) {
      return toTokens(await send(signInWithPassword, withTokens(input), cookieMode));
    },
    async signUp(input) {
      return toTokens(await send(signUp, withTokens(input), cookieMode));
    },
    async signOut(idToken) {
      await send(signOut, { idToken }, cookieMode);
    },
    async lookup(idToken) {
      return toAccount(await send(lookup, { idToken }));
    },
  };
}

function withTokens<Input>(input: Input): Input & { returnSecureToken: boolean } {
  return { ...input, returnSecureToken: true };
}

interface TokenAnswer {
  readonly localId: string;
  readonly idToken: string;
  readonly expiresIn: string;
}

function toTokens({ localId, idToken, expiresIn }: TokenAnswer): Tokens {
  return { uid: localId, idToken, lifeMs: Number(expiresIn) * 1000 };
}
