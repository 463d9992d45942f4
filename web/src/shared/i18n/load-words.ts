import type { Language } from '@hearth/contract';

/** `first`: the sign-in page. `visitors`: the other public screens. `all`: everything. */
export type WordsPart = 'first' | 'visitors' | 'all';

type Loader = Readonly<Record<WordsPart, () => Promise<object>>>;

/** Each part in a file of its own, so that nobody waits for words that other screens need. */
export const loadWords: Readonly<Record<Language, Loader>> = {
  en: {
    first: async () => (await import('./locales/en/first.ts')).first,
    visitors: async () => (await import('./locales/en/visitors.ts')).visitors,
    all: async () => (await import('./locales/en/index.ts')).en,
  },
  zh: {
    first: async () => (await import('./locales/zh/first.ts')).first,
    visitors: async () => (await import('./locales/zh/visitors.ts')).visitors,
    all: async () => (await import('./locales/zh/index.ts')).zh,
  },
};
