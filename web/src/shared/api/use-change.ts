import { useRef, useState } from 'react';
import { typedTexts } from '../form/typed-texts.ts';
import { loadWordsFor } from '../i18n/index.ts';

interface ChangeOptions {
  /** Reads again after a failure, before it is shown: a refused change was often made by another person or tab. */
  readonly refresh?: (error: unknown) => Promise<unknown>;
}

interface ChangeState<About> {
  readonly busy: boolean;
  /** Failure of the last change. */
  readonly error?: unknown;
  /** Subject of the change that runs, or ran last. */
  readonly about?: About | undefined;
}

/**
 * Runs one change at a time, however often the button is pressed. Every change of a screen uses this, so that all are
 * busy, fail and leave alike.
 */
export function useChange<About = never>({ refresh }: ChangeOptions = {}) {
  const underWay = useRef(false);
  const [state, setState] = useState<ChangeState<About>>({ busy: false });

  /** A change that answers `leaving` leaves the page, and its button stays busy until then. */
  async function run(change: () => Promise<unknown>, about?: About): Promise<void> {
    if (underWay.current) {
      return;
    }
    underWay.current = true;
    setState({ busy: true, about });
    try {
      if ((await change()) === 'leaving') {
        return;
      }
      setState({ busy: false, about });
    } catch (error) {
      typedTexts.markUnsent();
      // If neither can be loaded, the failure itself is still shown.
      await Promise.allSettled([loadWordsFor(error), refresh?.(error)]);
      setState({ busy: false, about, error });
    }
    underWay.current = false;
  }

  function forgetError() {
    setState((before) => ({ ...before, error: undefined }));
  }

  const { busy, error, about } = state;
  return { busy, error, about, run, forgetError };
}

export type Change<About = never> = ReturnType<typeof useChange<About>>;
