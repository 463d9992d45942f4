import {
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';

interface Trouble {
  readonly id: string;
  readonly cause: string;
  readonly place: RefObject<Element | null>;
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

/** From the top of the page downwards. */
function byPlace({ place: one }: Trouble, { place: other }: Trouble): number {
  if (!one.current || !other.current) {
    return 0;
  }
  const position = one.current.compareDocumentPosition(other.current);
  return position & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
}

/** Several parts of a page often fail for one cause. The topmost one says it, and its retry is for all of them. */
export function useOneCause(place: Trouble['place'], cause: string, onRetry: () => void) {
  const id = useId();
  const retry = useEffectEvent(onRetry);
  const known = useSyncExternalStore(subscribe, () => troubles);

  useLayoutEffect(() => {
    change([...troubles, { id, cause, place, retry: () => retry() }].sort(byPlace));
    return () => change(troubles.filter((trouble) => trouble.id !== id));
  }, [id, place, cause]);

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
