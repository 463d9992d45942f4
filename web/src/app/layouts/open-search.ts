import { createContext } from 'react';

/** Opens the search over the page; pages may offer it too. */
export const OpenSearch = createContext<() => void>(() => undefined);
