import { type Language, languages, type PublicConfig } from '@hearth/contract';
import type { i18n as I18n } from 'i18next';
import { ApiError } from '../api-error.ts';
import { type LoadAnyWords, readAppWords } from './app-words.ts';
import { type ChineseRules, createI18n } from './create-i18n.ts';
import {
  detectLanguage,
  findAskedLanguage,
  firstSupported,
  languageChoice,
  rememberLanguage,
} from './detect-language.ts';

let started: I18n | undefined;
let loadAppWords: LoadAnyWords | undefined;

let ownWords: PublicConfig['words'];

/** Rules of Chinese sentences, once its words are there. */
let chinese: ChineseRules | undefined;

/** Parts that a change of language loads again. */
let parts = new Set<WordsPart | 'app'>();

/** Detects the language and loads its words only: the compiler proves that no other is needed. */
export async function startI18n(config: PublicConfig, appWords?: LoadAnyWords): Promise<I18n> {
  ownWords = config.words;
  const asked = findAskedLanguage();
  if (asked) {
    languageChoice.note(asked);
  }
  const chosen = languageOfLink() ?? asked ?? detectLanguage();
  // The server writes the tag, and writes English if it knows no language of the browser.
  const lng = chosen ?? firstSupported([document.documentElement.lang]) ?? 'en';
  const words = await readWords(lng, 'public');
  const i18n = await createI18n({
    language: lng,
    words,
    productName: config.productName,
    chinese: () => chinese,
  });
  const showLanguage = (language: string) =>
    document.documentElement.setAttribute('lang', language);
  i18n.on('languageChanged', showLanguage);
  showLanguage(lng);
  if (chosen) {
    rememberLanguage(chosen);
  }
  started = i18n;
  loadAppWords = appWords;
  parts = new Set(['public']);
  return i18n;
}

/** Loads the words first, so that no half-translated screen is ever seen. */
export async function changeLanguage(language: Language): Promise<void> {
  const i18n = requireStarted();
  await Promise.all([...parts].map((part) => addWords(i18n, language, part)));
  chinese?.askForOne(i18n);
  await i18n.changeLanguage(language);
  rememberLanguage(language);
}

/** Adds the words of the invite page. */
export function loadInvitationWords(): Promise<void> {
  return loadPart('invitation');
}

/** Adds the words of the page behind mailed links. */
export function loadActionWords(): Promise<void> {
  return loadPart('action');
}

/** Adds the words of the pages about the product. */
export function loadFrontWords(): Promise<void> {
  return loadPart('front');
}

/** Adds the words of the dashboard and of the frame around it, which may lead to pages of the product. */
export async function loadHomeWords(withApp = false): Promise<void> {
  await Promise.all([loadPart('home'), withApp && loadPart('app')]);
}

/** Adds the words of all signed-in screens, which visitors do not load. */
export function loadScreenWords(): Promise<void> {
  return loadPart('all');
}

/** Adds the words for a failure that this page has none for; without them a general sentence is shown. */
export async function loadWordsFor(error: unknown): Promise<void> {
  const refusal = error instanceof ApiError ? error.refusal : undefined;
  if (refusal && !requireStarted().exists(`errors.refusals.${refusal}`)) {
    await loadPart('all').catch(() => undefined);
  }
}

async function loadPart(part: WordsPart | 'app'): Promise<void> {
  const i18n = requireStarted();
  parts.add(part);
  await addWords(i18n, firstSupported([i18n.language]) ?? 'en', part);
}

async function addWords(i18n: I18n, language: Language, part: WordsPart | 'app'): Promise<void> {
  const words = part === 'app' ? [] : [readWords(language, part)];
  if ((part === 'app' || part === 'all') && loadAppWords) {
    words.push(readAppWords(loadAppWords, language));
  }
  for (const added of await Promise.all(words)) {
    i18n.addResourceBundle(language, 'translation', added, true, true);
  }
}

/** Few operators have words of their own, so the code for them is loaded only if they do. */
async function readWords(language: Language, part: WordsPart): Promise<object> {
  const words = await loadWords[language][part]();
  return ownWords
    ? (await import('./own-words.ts')).writeOwnWords(words, language, ownWords)
    : words;
}

function requireStarted(): I18n {
  if (!started) {
    throw new Error('There are no words before startI18n.');
  }
  return started;
}

/** Mailed links carry the language of their mail; a choice by `lng` counts for more. */
function languageOfLink(): Language | undefined {
  const query = new URLSearchParams(location.search);
  return query.has('lng') ? undefined : languages.find((each) => each === query.get('lang'));
}

/**
 * `public`: the screens that visitors see. `front`: the pages about the product. `invitation`, `action`: the pages
 * behind mailed links. `home`: the dashboard. `all`: every other screen.
 */
type WordsPart = 'public' | 'front' | 'invitation' | 'action' | 'home' | 'all';

type Loader = Readonly<Record<WordsPart, () => Promise<object>>>;

/** Each part in a file of its own: visitors do not wait for the words of signed-in screens. */
const loadWords: Readonly<Record<Language, Loader>> = {
  en: {
    public: async () => (await import('./locales/en/public.ts')).publicWords,
    front: () => import('./locales/en/front.ts'),
    invitation: () => import('./locales/en/invitation.ts'),
    action: () => import('./locales/en/auth-action.ts'),
    home: async () => (await import('./locales/en/home.ts')).homeWords,
    all: async () => (await import('./locales/en/index.ts')).en,
  },
  zh: {
    public: async () => {
      chinese = await import('./locales/zh/public.ts');
      return chinese.publicWords;
    },
    front: () => import('./locales/zh/front.ts'),
    invitation: () => import('./locales/zh/invitation.ts'),
    action: () => import('./locales/zh/auth-action.ts'),
    home: async () => (await import('./locales/zh/home.ts')).homeWords,
    all: async () => (await import('./locales/zh/index.ts')).zh,
  },
};
