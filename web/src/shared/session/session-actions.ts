import type { ApiSession } from '../api/create-api.ts';
import type { AskForCode } from './ask-for-code.ts';
import type { TokenAnswer } from './session-calls.ts';
import type { SessionState } from './session-state.ts';

export interface SignInInput {
  readonly email: string;
  readonly password: string;
}

export interface SignUpInput extends SignInInput {
  readonly displayName: string;
}

/** How a session began in this tab. */
export type Entry = 'sign-in' | 'sign-up';

export interface SessionActions {
  /** False if the person turned back when a second factor was asked for. */
  signIn(input: SignInInput, askForCode: AskForCode): Promise<boolean>;
  signUp(input: SignUpInput): Promise<void>;
  /** Throws, and changes nothing, when the server cannot be reached: then it can be tried again. */
  signOut(): Promise<void>;
  /** Reads the account again, in the other tabs too; after `unreachable`, asks again who is signed in. */
  reload(): Promise<void>;
  /** Goes on with the tokens that a call answered to the person who is signed in. */
  takeOver(answer: TokenAnswer): void;
  /** Takes over the session that another window has just opened in this browser. */
  join(entry: Entry): Promise<void>;
  /** Given once per session, so that the chores of a sign-in are done once; nothing for a session that was there before. */
  takeEntry(): Entry | undefined;
}

export interface SessionClient extends SessionActions, ApiSession {
  start(): Promise<void>;
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  idToken(): Promise<string | undefined>;
}
