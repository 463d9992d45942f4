import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { loadActionWords } from '../i18n/index.ts';
import { loadPatiently } from '../online/load-patiently.ts';
import { type AskForCode, useSession } from '../session/index.ts';
import type { SecondFactorFormProps } from './second-factor-form.tsx';

interface Question extends SecondFactorFormProps {
  readonly Form: ComponentType<SecondFactorFormProps>;
}

/** Asks for a second factor with `form`, which few people see, so its code and words are loaded when it is needed. */
export function useSecondFactor() {
  const [question, setQuestion] = useState<Question>();
  const opener = useRef<Element>(null);
  const isAsked = question !== undefined;

  useEffect(() => {
    if (isAsked) {
      return () => returnFocus(opener.current);
    }
    return;
  }, [isAsked]);

  const ask: AskForCode = useCallback(async (waiting) => {
    const [{ SecondFactorForm: Form }] = await Promise.all([
      loadPatiently(() => import('./second-factor-form.tsx')),
      loadActionWords(),
    ]);
    opener.current = document.activeElement;
    return await new Promise<boolean>((resolve, onOver) =>
      setQuestion({
        Form,
        waiting,
        onShown: () => resolve(true),
        onBack: () => resolve(false),
        onOver,
      }),
    );
  }, []);

  const forget = () => setQuestion(undefined);

  return { ask, forget, form: question && <question.Form {...question} /> };
}

/** To what was pressed, if the person is back at it. */
function returnFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement) {
    opener.focus();
  }
}

/** Signs in with a password, then a second factor if the account has one: show `secondFactor` in the place of the form. */
export function useSignIn() {
  const session = useSession();
  const { ask, forget, form: secondFactor } = useSecondFactor();

  /** Answers false if the person turned back. */
  async function signIn(input: Parameters<typeof session.signIn>[0]): Promise<boolean> {
    try {
      return await session.signIn(input, ask);
    } finally {
      forget();
    }
  }

  return { signIn, secondFactor };
}
