import { useEffectEvent, useId, useLayoutEffect, useSyncExternalStore } from 'react';

interface Trouble {
  readonly id: string;
  readonly cause: string;
  readonly retry: () => void;
}

let troubles: readonly Trouble[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Trouble[]): void {
  troubles = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Several parts of a page often fail for one cause. The first one says it, and its retry is for all of them. */
export function useOneCause(cause: string, onRetry: () => void) {
  const id = useId();
  const retry = useEffectEvent(onRetry);
  const known = useSyncExternalStore(subscribe, () => troubles);

  useLayoutEffect(() => {
    change([...troubles, { id, cause, retry: () => retry() }]);
    return () => change(troubles.filter((trouble) => trouble.id !== id));
  }, [id, cause]);

  const alike = known.filter((trouble) => trouble.cause === cause);
  return {
    isFirst: (alike[0]?.id ?? id) === id,
    retryAll() {
      for (const trouble of alike) {
        trouble.retry();
      }
    },
  };
}
