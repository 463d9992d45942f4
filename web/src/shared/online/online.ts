import { useSyncExternalStore } from 'react';

/** Asked for, without its body, to learn whether the server can be reached. */
const probePath = '/healthz';

const probeEveryMs = 5_000;

/** Whether the browser says that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the server answers now. */
export async function canReachServer(): Promise<boolean> {
  if (!navigator.onLine) {
    return false;
  }
  try {
    await fetch(probePath, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** Waits until the server answers: looks when the browser says it is back, and every few seconds. */
export async function untilReachable(): Promise<void> {
  while (!(await canReachServer())) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, probeEveryMs);
      function done() {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        resolve();
      }
      window.addEventListener('online', done);
    });
  }
}
