/** A product changes its own `app/`, so the text of the one that is shipped is here, for tests. */
export const shippedApp = {
  'contract/index.ts': `import { defineActivity, defineCalls, defineContract, defineRefusals } from '@hearth/contract';
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

export const contract = defineContract({ calls, refusals, activity, limits, pages });
`,
  'server/index.ts': `import { defineServer, type AppServer } from '@hearth/server/app';
import { contract } from '../contract/index.ts';

export const server: AppServer = defineServer({ contract, operations: {} });
`,
  'test/index.ts': `import { definePromises, type Promises } from '@hearth/server/testing';
import { contract } from '../contract/index.ts';

export const promises: Promises = definePromises(contract, { authorization: {}, unrecorded: {} });
`,
  'test/screens.ts': `import type { AppScreens } from '@hearth/contract';

export const screens: AppScreens = {};
`,
  'web/index.ts': `import { type AppWeb, defineWeb } from '@hearth/web/define';
// Makes the names that the contract registers known here: screens, refusals and actions.
import type {} from '../contract/index.ts';
import type { words } from './locales/en.ts';

declare module '@hearth/contract' {
  interface Register {
    readonly words: typeof words;
  }
}

export const web: AppWeb = defineWeb({
  words: {
    en: async () => (await import('./locales/en.ts')).words,
    zh: async () => (await import('./locales/zh.ts')).words,
  },
  subscriptionPages: [],
});
`,
  'web/locales/en.ts': `export const words = { refusals: {}, activity: {} } as const;

/** Words of another language have the keys of English. */
export type Words = {
  readonly [Group in keyof typeof words]: {
    readonly [Key in keyof (typeof words)[Group]]: string;
  };
};
`,
  'web/locales/zh.ts': `import type { Words } from './en.ts';

export const words: Words = { refusals: {}, activity: {} };
`,
};
