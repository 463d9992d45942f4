import { defineActivity, defineCalls, defineContract, defineRefusals } from '@hearth/contract';
import * as z from 'zod/mini';

export const calls = defineCalls({});

export const refusals = defineRefusals({});

export const activity = defineActivity([]);

export const limits = z.strictObject({});

export const pages = [] as const;

declare module '@hearth/contract' {
  interface Register {
    readonly refusals: typeof refusals;
    readonly activity: typeof activity;
    readonly limits: typeof limits;
    readonly pages: typeof pages;
  }
}

/** Contract of the product; `npm run new feature` adds to it, and docs/building.md says more. */
export const contract = defineContract({ calls, refusals, activity, limits, pages });
