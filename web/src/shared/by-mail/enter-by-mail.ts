import { type RequestOf, sendOobCode, signInWithEmailLink } from '@hearth/contract';
import type { ReactNode } from 'react';
import type { Api } from '../api/index.ts';
import { askForCode } from '../second-factor/use-sign-in.ts';

/** Has a mail sent with a link and, mostly, a code for this browser. */
export function askForMail(api: Api, email: string) {
  const input = { requestType: 'EMAIL_SIGNIN', email };
  return api.call(sendOobCode, input, { withoutSession: true, writesCookies: true });
}

type Proof = Pick<RequestOf<typeof signInWithEmailLink>, 'email' | 'oobCode' | 'code'>;

const options = { withoutSession: true, renewsSession: true };

/** Opens a session of this browser with a mailed link or code, and a second factor if the account has one; answers nothing if the person turns back. */
export async function enterByMail(api: Api, proof: Proof, show: (form: ReactNode) => void) {
  const answer = await api.call(signInWithEmailLink, proof, options);
  const { localId, isNewUser } = answer;
  if ('idToken' in answer) {
    return { localId, isNewUser, idToken: answer.idToken, expiresIn: answer.expiresIn };
  }
  const ask = askForCode(show);
  const tokens = await ask(answer, (entry, shown) => api.call(entry, shown, options)).finally(() =>
    show(undefined),
  );
  return tokens && { localId, isNewUser, idToken: tokens.idToken, expiresIn: tokens.expiresIn };
}
