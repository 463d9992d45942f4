import { type Language, languages, type PublicConfig } from '@hearth/contract';
import { createInstance, type i18n as I18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { loadAllWords, loadFirstWords } from './load-words.ts';

/** Where a language is looked for, in this order; the choice is kept in local storage. */
const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: 'i18next',
  lookupLocalStorage: 'i18nextLng',
  lookupSessionStorage: 'i18nextLng',
  caches: ['localStorage'],
};

let started: I18n | undefined;

/** Detects the language and loads its words only: the compiler proves that no other is needed. */
export async function startI18n(config: PublicConfig): Promise<I18n> {
  const detector = new LanguageDetector(undefined, detection);
  const lng = toLanguage(detector.detect());
  const i18n = createInstance();
  i18n.on('languageChanged', (language) => document.documentElement.setAttribute('lang', language));

  await i18n
    .use(detector)
    .use(initReactI18next)
    .init({
      lng,
      supportedLngs: [...languages],
      fallbackLng: false,
      load: 'languageOnly',
      resources: { [lng]: { translation: await loadFirstWords[lng]() } },
      detection,
      interpolation: {
        escapeValue: false, // React escapes.
        defaultVariables: { productName: config.productName },
      },
      react: { useSuspense: false },
    });
  started = i18n;
  return i18n;
}

/** Loads the words first, so that no half-translated screen is ever seen. */
export async function changeLanguage(language: Language): Promise<void> {
  const i18n = requireStarted();
  const isWhole = i18n.getResource(i18n.language, 'translation', 'dashboard') !== undefined;
  await addWords(i18n, language, isWhole ? loadAllWords : loadFirstWords);
  await i18n.changeLanguage(language);
}

/** Adds the words of the signed-in screens, which visitors do not load. */
export async function loadScreenWords(): Promise<void> {
  const i18n = requireStarted();
  await addWords(i18n, toLanguage(i18n.language), loadAllWords);
}

async function addWords(
  i18n: I18n,
  language: Language,
  load: Record<Language, () => Promise<object>>,
): Promise<void> {
  i18n.addResourceBundle(language, 'translation', await load[language](), true, true);
}

function requireStarted(): I18n {
  if (!started) {
    throw new Error('There are no words before startI18n.');
  }
  return started;
}

function toLanguage(detected: string | string[] | undefined | null): Language {
  const wanted = [detected ?? []].flat().map((code) => code.toLowerCase().split(/[-_]/)[0]);
  const found = wanted.find((code) => languages.some((language) => language === code));
  return found === 'zh' ? 'zh' : 'en';
}
