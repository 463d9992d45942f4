import type { finalizeMfaSignIn, OutputOf, RequestOf, signInWithPassword } from '@hearth/contract';
import type { AnyEntry } from '../api/any-entry.ts';

/** Answer to a right first factor of an account that has a second one. It is kept in memory only. */
export type WaitingSignIn = Pick<
  Extract<OutputOf<typeof signInWithPassword>, { readonly mfaPendingCredential: string }>,
  'mfaPendingCredential' | 'mfaInfo'
>;

/** Makes a call whose answer opens a session of this browser. */
export type OpenSession = <E extends AnyEntry>(
  entry: E,
  input: RequestOf<E>,
) => Promise<OutputOf<E>>;

/** Asks the person for a code and shows it; answers nothing if they turn back. */
export type AskForCode = (
  waiting: WaitingSignIn,
  open: OpenSession,
) => Promise<OutputOf<typeof finalizeMfaSignIn> | undefined>;
