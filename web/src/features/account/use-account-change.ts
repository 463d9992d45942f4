import { useEffect, useEffectEvent, useState } from 'react';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';

interface AccountChangeOptions {
  /** How long the success stands before `goOn`. */
  readonly pauseMs: number;
  readonly goOn: () => void;
}

/** The life of an account form: sent once, with the password where it is asked for; saved or failed; and on. */
export function useAccountChange({ pauseMs, goOn }: AccountChangeOptions) {
  const { run, dialog } = useRecentSignIn();
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<unknown>();
  const leave = useEffectEvent(goOn);

  useEffect(() => {
    if (!saved) {
      return;
    }
    const timer = setTimeout(() => leave(), pauseMs);
    return () => clearTimeout(timer);
  }, [saved, pauseMs]);

  async function send(change: () => Promise<void>) {
    setError(undefined);
    try {
      await run(change);
      setSaved(true);
    } catch (failure) {
      setError(failure);
    }
  }

  return { saved, error, send, dialog };
}

export type AccountChange = ReturnType<typeof useAccountChange>;
