import {
  count,
  defineActivity,
  defineCalls,
  defineContract,
  defineRefusals,
} from '@hearth/contract';
import * as z from 'zod/mini';
import { listMyPictures, listPictures } from './pictures/pictures.ts';

export const calls = defineCalls({ listMyPictures, listPictures });

export const refusals = defineRefusals({
  'picture/not-found': { status: 'NOT_FOUND', message: 'There is no such picture.' },
  'picture/wrong-type': {
    status: 'INVALID_ARGUMENT',
    message: 'A picture has to be a PNG, JPEG or WebP file.',
  },
});

export const activity = defineActivity(['picture.added']);

export const limits = z.strictObject({ pictures: count });

export const pages = ['pictures'] as const;

export const accountPages = ['my-pictures'] as const;

declare module '@hearth/contract' {
  interface Register {
    readonly refusals: typeof refusals;
    readonly activity: typeof activity;
    readonly limits: typeof limits;
    readonly pages: typeof pages;
    readonly accountPages: typeof accountPages;
  }
}

/** Contract of the product. */
export const contract = defineContract({
  calls,
  refusals,
  activity,
  limits,
  pages,
  accountPages,
});
