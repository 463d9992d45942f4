import { useNavigate } from 'react-router';
import { typedTexts } from '../form/typed-texts.ts';

/** A way off the page on which texts would be lost. */
export interface Leaving {
  readonly texts: readonly string[];
  readonly go: () => void;
}

let askPerson: ((leaving: Leaving) => void) | undefined;

/** Sets who asks; the page's guard does while it is there. */
export function askBeforeLeaving(ask: (leaving: Leaving) => void): () => void {
  askPerson = ask;
  return () => {
    askPerson = undefined;
  };
}

/** Leaves the page, once the person agrees to lose what was typed there. */
export function leavePage(go: () => void): void {
  const texts = typedTexts.unsaved();
  if (askPerson && texts.length > 0) {
    askPerson({ texts, go });
  } else {
    go();
  }
}

/** Leads to another screen, as a link does that the guard watches. */
export function useLeaveFor(): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    const go = () => void navigate(path);
    if (isSameScreen(new URL(path, location.href))) {
      go();
    } else {
      leavePage(go);
    }
  };
}

/** Whether the address shows what is on screen now; the query often names a step of a page, which holds texts. */
export function isSameScreen({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean {
  return pathname === location.pathname && search === location.search;
}
