import type { Language } from '@hearth/contract';
import type { English } from './locales/en/index.ts';
import type { LocaleShape } from './locales/locale-shape.ts';

type AllWords = LocaleShape<English>;
type FirstWords = Pick<AllWords, 'auth' | 'errors' | 'layout'>;

/** What sign-in and sign-up need, and nothing that only signed-in people read. */
export const loadFirstWords: Record<Language, () => Promise<FirstWords>> = {
  en: async () => (await import('./locales/en/first.ts')).first,
  zh: async () => (await import('./locales/zh/first.ts')).first,
};

export const loadAllWords: Record<Language, () => Promise<AllWords>> = {
  en: async () => (await import('./locales/en/index.ts')).en,
  zh: async () => (await import('./locales/zh/index.ts')).zh,
};
