import { signInWithIdp } from '@hearth/contract';
import type { Api } from '../../shared/api/index.ts';

/** Adds the identity that waits to whoever has just signed in; answers their new tokens. */
export async function linkPending(api: Api, pendingToken: string) {
  const answer = await api.call(signInWithIdp, { pendingToken }, { renewsSession: true });
  if (!('idToken' in answer)) {
    throw new Error('The identity was not linked.');
  }
  return answer;
}
