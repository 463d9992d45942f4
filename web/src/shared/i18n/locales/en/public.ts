import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { layout } from './layout.ts';

/** Words of the public screens but the invite page, and of what can fail everywhere. */
export const publicWords = { auth, errors, layout } as const;
