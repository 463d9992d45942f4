import { createContext } from 'react';

/** Opens the search over the page; pages may offer it too. */
export const OpenSearch = createContext<() => void>(() => undefined);

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Name of the shortcut as shown to the person, and as assistive software reads it. */
export const shortcut = isApple ? '⌘K' : 'Ctrl K';
export const ariaShortcut = isApple ? 'Meta+K' : 'Control+K';

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey'>;

/** Whether the keys ask for the search. On Apple's systems Ctrl K deletes to the end of a line of text. */
export function isSearchKey({ key, code, metaKey, ctrlKey, altKey }: Key, onApple = isApple) {
  const isHeld = onApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  // A key of a Cyrillic or Greek keyboard writes no Latin letter, so its place decides.
  const isK = /^\p{Script=Latin}$/u.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
  return isHeld && !altKey && isK;
}

/** Whether a question or the menu of a phone is open, over which a search would cover what has to be answered. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
