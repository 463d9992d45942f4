import type { BuiltInLanguage, Language, PublicConfig } from '@hearth/contract';
import type { i18n as I18n } from 'i18next';
import { ApiError } from '../api-error.ts';
import { type LoadAnyWords, readAppWords } from './app-words.ts';
import { type ChineseRules, createI18n } from './create-i18n.ts';
import {
  detectLanguage,
  findAskedLanguage,
  firstSupported,
  languageChoice,
  offerLanguages,
  rememberLanguage,
} from './detect-language.ts';
import { writeIn } from './format.ts';

let started: I18n | undefined;
let loadAppWords: LoadAnyWords | undefined;

let config: PublicConfig;

/** Rules of Chinese sentences, once its words are there. */
let chinese: ChineseRules | undefined;

/** Rules of all languages that have a folder, once the words of one are there. */
let others: typeof import('./other-language.ts') | undefined;

/** Parts that a change of language loads again. */
let parts = new Set<WordsPart | 'app'>();

/** Detects the language and loads its words only: the compiler proves that no other is needed. */
export async function startI18n(shown: PublicConfig, appWords?: LoadAnyWords): Promise<I18n> {
  config = shown;
  offerLanguages(config.languages);
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
  const showLanguage = (language: string) => {
    document.documentElement.setAttribute('lang', language);
    writeIn(language);
    others?.follow(language);
  };
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

/** Adds the words of a part, or those of the product on Hearth. */
export async function loadWords(part: WordsPart | 'app'): Promise<void> {
  const i18n = requireStarted();
  parts.add(part);
  await addWords(i18n, firstSupported([i18n.language]) ?? 'en', part);
}

/** Adds the words for a failure that this page has none for; without them a general sentence is shown. */
export async function loadWordsFor(error: unknown): Promise<void> {
  const refusal = error instanceof ApiError ? error.refusal : undefined;
  if (refusal && !requireStarted().exists(`errors.refusals.${refusal}`)) {
    await loadWords('all').catch(() => undefined);
  }
}

async function addWords(i18n: I18n, language: Language, part: WordsPart | 'app'): Promise<void> {
  const added = part === 'all' ? (['all', 'app'] as const) : [part];
  for (const words of await Promise.all(added.map((one) => readWords(language, one)))) {
    i18n.addResourceBundle(language, 'translation', words, true, true);
  }
}

/** Few operators have words or languages of their own, so the code for them is loaded only if they do. */
async function readWords(language: Language, part: WordsPart | 'app'): Promise<object> {
  if (!isBuiltIn(language)) {
    others = await import('./other-language.ts');
    return await others.readWords(language, part, config);
  }
  if (part === 'app') {
    return loadAppWords ? await readAppWords(loadAppWords, language) : {};
  }
  const words = await loaders[language][part]();
  return config.words
    ? (await import('./own-words.ts')).writeOwnWords(words, language, config.words)
    : words;
}

const isBuiltIn = (language: Language): language is BuiltInLanguage => language in loaders;

function requireStarted(): I18n {
  if (!started) {
    throw new Error('There are no words before startI18n.');
  }
  return started;
}

/** Mailed links carry the language of their mail; a choice by `lng` counts for more. */
function languageOfLink(): Language | undefined {
  const query = new URLSearchParams(location.search);
  return query.has('lng') ? undefined : firstSupported([query.get('lang')]);
}

/**
 * `public`: the screens that visitors see. `front`: the pages about the product. `invitation`, `action`: the pages
 * behind mailed links. `home`: the dashboard. `all`: every other screen.
 */
export type WordsPart = 'public' | 'front' | 'invitation' | 'action' | 'home' | 'all';

type Loader = Readonly<Record<WordsPart, () => Promise<object>>>;

/** Each part in a file of its own: visitors do not wait for the words of signed-in screens. */
const loaders: Readonly<Record<BuiltInLanguage, Loader>> = {
  en: {
    public: () => import('./locales/en/public.ts').then((file) => file.publicWords),
    front: () => import('./locales/en/front.ts'),
    invitation: () => import('./locales/en/invitation.ts'),
    action: () => import('./locales/en/action.ts'),
    home: () => import('./locales/en/home.ts').then((file) => file.homeWords),
    all: () => import('./locales/en/index.ts').then((file) => file.en),
  },
  zh: {
    public: async () => {
      chinese = await import('./locales/zh/public.ts');
      return chinese.publicWords;
    },
    front: () => import('./locales/zh/front.ts'),
    invitation: () => import('./locales/zh/invitation.ts'),
    action: () => import('./locales/zh/action.ts'),
    home: () => import('./locales/zh/home.ts').then((file) => file.homeWords),
    all: () => import('./locales/zh/index.ts').then((file) => file.zh),
  },
};
