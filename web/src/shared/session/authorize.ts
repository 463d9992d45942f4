import { isAccountOver, isSessionEnd, isTokenRefused } from './session-end.ts';
import type { TokenKeeper } from './token-keeper.ts';

interface Keeping {
  readonly keeper: TokenKeeper;
  /** The server takes no token of this session any more. */
  readonly onEnded: (error: unknown) => void;
}

/**
 * Makes a call with the ID token. A fresh token may be refused because a clock or a key has changed: it is renewed and
 * the call repeated before anybody is signed out.
 */
export async function authorize<Answer>(
  { keeper, onEnded }: Keeping,
  call: (idToken: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const idToken = await keeper.idToken();
  const uid = keeper.held()?.uid;
  try {
    return await call(idToken);
  } catch (error) {
    // The answer to a call of an earlier session says nothing about this one.
    if (idToken === undefined || uid === undefined || keeper.held()?.uid !== uid) {
      throw error;
    }
    if (isAccountOver(error)) {
      onEnded(error);
      throw error;
    }
    const other = isTokenRefused(error) ? await otherToken(keeper, idToken) : undefined;
    if (other === undefined) {
      throw error;
    }
    return await callAgain({ keeper, onEnded }, () => call(other));
  }
}

/** The one that another call has fetched meanwhile, or a new one; none when it cannot be had now. */
async function otherToken(keeper: TokenKeeper, refused: string): Promise<string | undefined> {
  const held = keeper.held()?.idToken;
  // The keeper plans its own retry, or has signed the person out.
  return held === refused ? keeper.renew().catch(() => undefined) : held;
}

async function callAgain<Answer>(
  { keeper, onEnded }: Keeping,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const uid = keeper.held()?.uid;
  try {
    return await call();
  } catch (error) {
    if (isSessionEnd(error) && uid !== undefined && keeper.held()?.uid === uid) {
      onEnded(error);
    }
    throw error;
  }
}
