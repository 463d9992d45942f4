import { type ReactNode, useCallback, useState } from 'react';
import { loadPatiently } from '../online/load-patiently.ts';
import { type AskForCode, useSession } from '../session/index.ts';

/** Asks for a second factor with `form`. Few people see it, so its code and words are loaded when it is needed. */
export function useSecondFactor() {
  const [form, show] = useState<ReactNode>();

  const ask: AskForCode = useCallback(async (waiting, open) => {
    const { askForCode } = await loadPatiently(() => import('./ask-for-code.tsx'));
    return await askForCode({ waiting, open, show });
  }, []);

  return { ask, form, forget: () => show(undefined) };
}

/** Signs in with a password, then a second factor if the account has one: show `secondFactor` in the place of the form. */
export function useSignIn() {
  const session = useSession();
  const { ask, form: secondFactor, forget } = useSecondFactor();

  /** Answers false if the person turned back. */
  const signIn = (input: Parameters<typeof session.signIn>[0]) =>
    session.signIn(input, ask).finally(forget);

  return { signIn, secondFactor };
}
