import { useCallback, useEffect, useRef, useState } from 'react';
import { loadWordsFor } from '../i18n/index.ts';

export type Progress<Answer> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly error: unknown };

const waiting = { status: 'waiting' } as const;

/** Asks as soon as the screen is there, and again on demand; `ask` stays the same while the question does. */
export function useAnswer<Answer>(ask: () => Promise<Answer>) {
  const [progress, setProgress] = useState<Progress<Answer>>(waiting);
  const latest = useRef(0);

  const askNow = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    setProgress(waiting);
    const next = await settle(ask);
    if (mine === latest.current) {
      setProgress(next);
    }
  }, [ask]);

  useEffect(() => {
    void askNow();
  }, [askNow]);

  return { progress, askAgain: askNow };
}

async function settle<Answer>(ask: () => Promise<Answer>): Promise<Progress<Answer>> {
  try {
    return { status: 'answered', answer: await ask() };
  } catch (error) {
    await loadWordsFor(error);
    return { status: 'failed', error };
  }
}
