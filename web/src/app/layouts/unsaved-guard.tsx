import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { typedTexts } from '../../shared/form/typed-texts.ts';
import {
  askBeforeLeaving,
  isSameScreen,
  type Leaving,
} from '../../shared/leaving/leave-question.ts';
import { loadPatiently } from '../../shared/online/load-patiently.ts';
import { guardBackButton } from '../back-button.ts';

const UnsavedDialog = lazy(async () => ({
  default: (await loadPatiently(() => import('./unsaved-dialog.tsx'))).UnsavedDialog,
}));

/** Asks before typed text is lost: in our own dialog on the way to another screen, in the browser's otherwise. */
export function UnsavedGuard() {
  const [leaving, setLeaving] = useState<Leaving>();
  useLeaveQuestion(setLeaving);

  function leave() {
    setLeaving(undefined);
    leaving?.go();
  }

  return leaving ? (
    <Suspense>
      <UnsavedDialog texts={leaving.texts} onStay={() => setLeaving(undefined)} onLeave={leave} />
    </Suspense>
  ) : null;
}

function useLeaveQuestion(ask: (leaving: Leaving) => void): void {
  const navigate = useNavigate();
  const { key } = useLocation();

  useEffect(() => {
    function handleClick(event: MouseEvent) {
      const target = pathOfLink(event);
      const texts = typedTexts.unsaved();
      if (target !== undefined && texts.length > 0) {
        event.preventDefault();
        event.stopPropagation();
        ask({ texts, go: () => void navigate(target) });
      }
    }

    function handleUnload(event: BeforeUnloadEvent) {
      if (typedTexts.unsaved().length > 0) {
        event.preventDefault();
      }
    }

    const stopAsking = askBeforeLeaving(ask);
    document.addEventListener('click', handleClick, true);
    window.addEventListener('beforeunload', handleUnload);
    return () => {
      stopAsking();
      document.removeEventListener('click', handleClick, true);
      window.removeEventListener('beforeunload', handleUnload);
    };
  }, [ask, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place in the history has a key of its own.
  useEffect(() => watchBack((texts, go) => ask({ texts, go })), [ask, key]);
}

/** Address of another screen that a click leads to in this tab. */
function pathOfLink(event: MouseEvent): string | undefined {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(isPlain && link instanceof HTMLAnchorElement) || link.target === '_blank') {
    return undefined;
  }
  const url = new URL(link.href, location.href);
  return url.origin === location.origin && !isSameScreen(url)
    ? `${url.pathname}${url.search}${url.hash}`
    : undefined;
}

/** The router numbers its places in the history; one that the browser made itself, for a hash, has no number. */
function placeInHistory(): number | undefined {
  const state: unknown = history.state;
  const idx = typeof state === 'object' && state && 'idx' in state ? state.idx : undefined;
  return typeof idx === 'number' ? idx : undefined;
}

/**
 * A press on "back" has happened when it is heard of: it is taken back before the router hears, and made again if
 * the person wants it.
 */
function watchBack(ask: (texts: readonly string[], go: () => void) => void): () => void {
  const here = placeInHistory();
  const { pathname, search } = location;
  let passes = 0;

  function handlePop(event: PopStateEvent) {
    if (passes > 0) {
      passes -= 1;
      event.stopImmediatePropagation();
      return;
    }
    const texts = typedTexts.unsaved();
    if (texts.length === 0 || isSameScreen({ pathname, search })) {
      return;
    }
    const there = placeInHistory();
    const steps = here === undefined || there === undefined ? -1 : there - here;
    if (steps === 0) {
      return;
    }
    event.stopImmediatePropagation();
    passes = 1;
    history.go(-steps);
    ask(texts, () => {
      guardBackButton(undefined);
      history.go(steps);
    });
  }

  guardBackButton(handlePop);
  return () => guardBackButton(undefined);
}
