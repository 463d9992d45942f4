import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { layout } from './layout.ts';

/** Words of what visitors see, and of what can fail everywhere. */
export const first = { auth, errors, layout } as const;
