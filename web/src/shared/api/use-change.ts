import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** `leaving`: the page goes, and its button stays busy until then. */
type Outcome = 'leaving' | 'staying';

interface ChangeOptions {
  /** Reads again after a failure: a refused change was often made by another person or tab. */
  readonly refresh?: () => Promise<unknown>;
}

/** Runs one change at a time, however often the button is pressed. `error` is the last failure. */
export function useChange({ refresh }: ChangeOptions = {}) {
  const underWay = useRef(false);
  const { mutateAsync, isPending, data, error, reset } = useMutation({
    mutationFn: (change: () => Promise<Outcome>) => change(),
    // Offline it fails and says so, instead of waiting for a connection.
    networkMode: 'always',
    onError: () => refresh?.(),
  });

  async function run(change: () => Promise<Outcome>): Promise<void> {
    if (underWay.current) {
      return;
    }
    underWay.current = true;
    const outcome = await mutateAsync(change).catch((): Outcome => 'staying');
    underWay.current = outcome === 'leaving';
  }

  return {
    busy: isPending || data === 'leaving',
    error: error ?? undefined,
    run,
    forgetError: reset,
  };
}
