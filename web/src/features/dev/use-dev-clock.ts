import { useCallback, useEffect, useRef, useState } from 'react';

interface ClockState {
  /** Product time, ISO 8601; undefined until it is known. */
  readonly now?: string;
  readonly busy: boolean;
  readonly failed: boolean;
}

/** Product time, read again when one comes back to this tab, and the way to move it ahead. */
export function useDevClock() {
  const [state, setState] = useState<ClockState>({ busy: true, failed: false });
  const underWay = useRef(false);

  const follow = useCallback(async (ask: () => Promise<Response>) => {
    // A second press must not move it twice.
    if (underWay.current) {
      return;
    }
    underWay.current = true;
    setState((before) => ({ ...before, busy: true }));
    try {
      const now = await readTime(await ask());
      setState({ now, busy: false, failed: false });
    } catch {
      setState((before) => ({ ...before, busy: false, failed: true }));
    }
    underWay.current = false;
  }, []);

  const refresh = useCallback(() => void follow(() => fetch('/dev/clock.json')), [follow]);
  const advance = (advanceMs: number) => follow(() => postAdvance(advanceMs));

  useEffect(() => {
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);

  return { ...state, refresh, advance };
}

function postAdvance(advanceMs: number): Promise<Response> {
  return fetch('/dev/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  });
}

async function readTime(response: Response): Promise<string> {
  if (!response.ok) {
    throw new Error(`The clock answers ${response.status}.`);
  }
  const { now } = (await response.json()) as { readonly now: string };
  return now;
}
