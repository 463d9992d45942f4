import { createContext } from 'react';

/** Opens the search over the page; pages may offer it too. */
export const OpenSearch = createContext<() => void>(() => undefined);

/** The keys that open the search, as they are written here. */
export const shortcut = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
