import { useRef, useState } from 'react';

/** One change of money at a time, however often the button is pressed: at work, or refused for a reason. */
export function useOnce() {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  /** `change` says by its answer whether the page is left, so that its button stays at work until then. */
  async function run(change: () => Promise<'leaving' | 'staying'>): Promise<void> {
    if (underWay.current) {
      return;
    }
    underWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      if ((await change()) === 'leaving') {
        return;
      }
    } catch (failure) {
      setError(failure);
    }
    underWay.current = false;
    setBusy(false);
  }

  return { busy, error, run };
}
