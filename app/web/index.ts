import { type AppWeb, defineWeb } from '@hearth/web/define';
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
