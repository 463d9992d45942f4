import { type ReactNode, useState } from 'react';
import { loadPatiently } from '../online/load-patiently.ts';
import { type AskForCode, useSession } from '../session/index.ts';

/** Asks with a form, which few people see, so that its code and words are loaded when it is needed. */
export const askForCode =
  (show: (form: ReactNode) => void): AskForCode =>
  async (waiting, open) =>
    (await loadPatiently(() => import('./ask-with-form.tsx'))).askWithForm({ waiting, open, show });

/** Signs in with a password, then a second factor if the account has one: show `secondFactor` in the place of the form. */
export function useSignIn() {
  const session = useSession();
  const [secondFactor, show] = useState<ReactNode>();

  /** Answers false if the person turned back. */
  const signIn = (input: Parameters<typeof session.signIn>[0]) =>
    session.signIn(input, askForCode(show)).finally(() => show(undefined));

  return { signIn, secondFactor };
}
