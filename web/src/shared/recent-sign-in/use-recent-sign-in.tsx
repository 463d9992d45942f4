import { useState } from 'react';
import { isRefused } from '../api-error.ts';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

interface SignInQuestion {
  readonly answer: (signedIn: boolean) => void;
}

/**
 * For actions that need a recent sign-in: if one is refused, the dialog asks for the password and repeats it. Canceling
 * gives the refusal. Place `dialog` outside the form.
 */
export function useRecentSignIn() {
  const [question, setQuestion] = useState<SignInQuestion>();

  function askToSignIn(): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (signedIn: boolean) => {
        setQuestion(undefined);
        resolve(signedIn);
      };
      setQuestion({ answer });
    });
  }

  async function run<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      if (isRefused(error, 'auth/requires-recent-login') && (await askToSignIn())) {
        return await action();
      }
      throw error;
    }
  }

  const dialog = question && (
    <SignInAgainDialog
      onSignedIn={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    />
  );
  return { run, dialog };
}
