import { type Language, languages } from '@hearth/contract';
import { findCookie } from '../browser-parts.ts';
import { browserStorage, tabStorage } from '../browser-storage.ts';

/** Name under which a choice is kept, in the address, in a cookie, and in the browser's storages. */
const names = { query: 'lng', cookie: 'i18next', storage: 'i18nextLng' };

/** Chosen by a person here, and not taken over by an account yet; the language above may be a guess that is kept. */
const choiceKey = 'hearth.language';

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
    const language = languages.find((each) => each === code?.toLowerCase().split(/[-_]/)[0]);
    if (language) {
      return language;
    }
  }
  return undefined;
}
