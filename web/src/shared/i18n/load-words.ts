import type { Language } from '@hearth/contract';

/** `first`: the sign-in page. `visitors`: the other public screens. `invitation`: the invite page. `all`: everything. */
export type WordsPart = 'first' | 'visitors' | 'invitation' | 'all';

type Loader = Readonly<Record<WordsPart, () => Promise<object>>>;

/** Each part in a file of its own, so that nobody waits for words that other screens need. */
export const loadWords: Readonly<Record<Language, Loader>> = {
  en: {
    first: async () => (await import('./locales/en/first.ts')).first,
    visitors: async () => (await import('./locales/en/visitors.ts')).visitors,
    invitation: () => import('./locales/en/invitation.ts'),
    all: async () => (await import('./locales/en/index.ts')).en,
  },
  zh: {
    first: async () => (await import('./locales/zh/first.ts')).first,
    visitors: async () => (await import('./locales/zh/visitors.ts')).visitors,
    invitation: () => import('./locales/zh/invitation.ts'),
    all: async () => (await import('./locales/zh/index.ts')).zh,
  },
};
