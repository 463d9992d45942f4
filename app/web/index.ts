import { type AppWeb, defineWeb } from '@hearth/web/define';

export const web: AppWeb = defineWeb({
  words: {
    en: async () => (await import('./locales/en.ts')).words,
    zh: async () => (await import('./locales/zh.ts')).words,
  },
  subscriptionPages: [],
});
