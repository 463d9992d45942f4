import { createContext } from 'react';

/** Why nothing can be changed now; nothing while changes are possible. Buttons that change something are off and say it. */
export const ReadOnlyReason = createContext<string | undefined>(undefined);
