import type { publicWords as en } from '../en/public.ts';
import type { LocaleShape } from '../locale-shape.ts';
import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { layout } from './layout.ts';

// Visitors who read another language load neither.
export { closeEdges, markEdges } from '@hearth/contract';
export { askForOne, withOnes } from '../../chinese-words.ts';

export const publicWords: LocaleShape<typeof en> = { auth, errors, layout };
