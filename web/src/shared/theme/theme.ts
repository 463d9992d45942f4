import { type Theme, themes } from '@hearth/contract';
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser-storage.ts';

/** The script in the page's head reads it too, before the first paint. */
const storageKey = 'hearth.theme';

/** A choice that the browser would not keep lasts as long as the page. */
let unkept: Theme | undefined;

const listeners = new Set<() => void>();

/** The look that this browser shows; `system` until one is chosen. */
function currentTheme(): Theme {
  const kept = unkept ?? browserStorage.get(storageKey);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Shows the look, and keeps it for the next visit. */
export function showTheme(theme: Theme): void {
  unkept = browserStorage.set(storageKey, theme) ? undefined : theme;
  paint();
}

function paint() {
  const theme = currentTheme();
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  // The browser's own bars follow.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-look]')) {
    const { look = '' } = meta.dataset;
    meta.media = { system: `(prefers-color-scheme: ${look})`, [look]: 'all' }[theme] ?? 'not all';
  }
  for (const listener of listeners) {
    listener();
  }
}

// Another tab has chosen. The server, which draws the pages about the product, has no window.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === storageKey) {
    paint();
  }
});

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, currentTheme);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
