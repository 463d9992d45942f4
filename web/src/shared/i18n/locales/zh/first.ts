import type { first as en } from '../en/first.ts';
import type { LocaleShape } from '../locale-shape.ts';
import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { layout } from './layout.ts';

export const first: LocaleShape<typeof en> = { auth, errors, layout };
