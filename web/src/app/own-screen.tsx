import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';
import { loadPatiently } from '../shared/online/load-patiently.ts';

interface OwnPage {
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

/** Screens of the product on Hearth, by their paths. */
export function toScreens(
  pages: readonly OwnPage[],
): ReadonlyMap<string, LazyExoticComponent<ComponentType>> {
  return new Map(
    pages.map(({ path, load }) => [
      path,
      lazy(async () => ({ default: await loadPatiently(load) })),
    ]),
  );
}

/** Reloads, so that the document has the policy of the screen that it shows. */
type Reload = () => void;
const reloadDocument: Reload = () => window.location.reload();

/**
 * A policy lasts as long as its document. If the product names other origins, its screens get a document of their own,
 * and ours get one again after them.
 */
export function useOwnPolicy(reload = reloadDocument): void {
  useEffect(() => {
    const { policy } = document.documentElement.dataset;
    const shownAt = window.location.pathname;
    // A document that was loaded at this very address has the right policy already, so it is not loaded again.
    if (policy === 'hearth' && loadedAt() !== shownAt) {
      reload();
    }
    return () => {
      if (policy === 'app' && window.location.pathname !== shownAt) {
        reload();
      }
    };
  }, [reload]);
}

/** Path for which the document was loaded. */
function loadedAt(): string | undefined {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded && new URL(loaded.name).pathname;
}
