import type { ReactNode } from 'react';
import { loadWords } from '../i18n/index.ts';
import type { AskForCode, OpenSession, WaitingSignIn } from '../session/index.ts';
import { SecondFactorForm } from './second-factor-form.tsx';

interface Asking {
  readonly waiting: WaitingSignIn;
  readonly open: OpenSession;
  readonly show: (form: ReactNode) => void;
}

/** Shows the form until the person has shown a code, turns back, or has to show the first factor again. */
export async function askWithForm({ waiting, open, show }: Asking): ReturnType<AskForCode> {
  await loadWords('action');
  const opener = document.activeElement;
  return await new Promise((resolve, reject) =>
    show(
      <SecondFactorForm
        waiting={waiting}
        open={open}
        opener={opener}
        onShown={resolve}
        onBack={() => resolve(undefined)}
        onOver={reject}
      />,
    ),
  );
}
