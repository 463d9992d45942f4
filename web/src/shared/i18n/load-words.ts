import type { Language } from '@hearth/contract';

/** `public`: the screens that visitors see. `invitation`: the invite page, whose words are many. `all`: every screen. */
export type WordsPart = 'public' | 'invitation' | 'all';

type Loader = Readonly<Record<WordsPart, () => Promise<object>>>;

/** Each part in a file of its own: visitors do not wait for the words of signed-in screens. */
export const loadWords: Readonly<Record<Language, Loader>> = {
  en: {
    public: async () => (await import('./locales/en/public.ts')).publicWords,
    invitation: () => import('./locales/en/invitation.ts'),
    all: async () => (await import('./locales/en/index.ts')).en,
  },
  zh: {
    public: async () => (await import('./locales/zh/public.ts')).publicWords,
    invitation: () => import('./locales/zh/invitation.ts'),
    all: async () => (await import('./locales/zh/index.ts')).zh,
  },
};
