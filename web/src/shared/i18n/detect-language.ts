import { type Language, matchLanguage } from '@hearth/contract';
import { findCookie } from '../browser-parts.ts';
import { browserStorage, tabStorage } from '../browser-storage.ts';

/** Name under which a choice is kept, in the address, in a cookie, and in the browser's storages. */
const names = { query: 'lng', cookie: 'i18next', storage: 'i18nextLng' };

/** Chosen by a person here, and not taken over by an account yet; the language above may be a guess that is kept. */
const choiceKey = 'hearth.language';

const builtIn: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

let offered = builtIn;

/** Names what people may choose: English and Chinese if nothing is said. */
export function offerLanguages(languages = builtIn): void {
  offered = languages;
}

/** Languages that people may choose, each with its name in its own words, so that those who need it can read it. */
export const offeredLanguages = () => offered;

/** The language that a person asks for, by the address or by a cookie. */
export function findAskedLanguage(): Language | undefined {
  return firstSupported([
    new URLSearchParams(location.search).get(names.query),
    findCookie(names.cookie),
  ]);
}

/** The language that was shown before, or else the first one of the browser's that there is. */
export function detectLanguage(): Language | undefined {
  return firstSupported([
    browserStorage.get(names.storage),
    tabStorage.get(names.storage),
    ...(navigator.languages ?? [navigator.language]),
  ]);
}

/** The language that a person chose in this browser, until their account has it. */
export const languageChoice = {
  note: (language: Language) => browserStorage.set(choiceKey, language),
  find: () => firstSupported([browserStorage.get(choiceKey)]),
  forget: () => browserStorage.remove(choiceKey),
};

/** Keeps a language for the next visit. */
export function rememberLanguage(language: Language): void {
  browserStorage.set(names.storage, language);
}

/** The first of the codes, such as `zh-CN`, whose language there is. */
export function firstSupported(
  codes: readonly (string | null | undefined)[],
): Language | undefined {
  for (const code of codes) {
    const language = matchLanguage(code, Object.keys(offered));
    if (language) {
      return language;
    }
  }
  return undefined;
}
