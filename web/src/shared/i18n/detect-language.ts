import { type Language, languages } from '@hearth/contract';
import { browserStorage, tabStorage } from '../browser-storage.ts';

/** Name under which a choice is kept, in the address, in a cookie, and in the browser's storages. */
const names = { query: 'lng', cookie: 'i18next', storage: 'i18nextLng' };

/** Chosen by a person here, and not taken over by an account yet; the language above may be a guess that is kept. */
const choiceKey = 'hearth.language';

/** Languages that a person asks for, the strongest first. */
function asked(): readonly (string | null | undefined)[] {
  return [new URLSearchParams(location.search).get(names.query), cookie(names.cookie)];
}

function cookie(name: string): string | undefined {
  const pairs = document.cookie.split('; ').map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** The first one whose language there is, of those that a person or their browser asks for. */
export function detectLanguage(): Language | undefined {
  const kept = [browserStorage, tabStorage].map((storage) => storage.get(names.storage));
  return firstSupported([...asked(), ...kept, ...navigator.languages]);
}

/** Notes a language that the address or the cookie names. */
export function noteAskedLanguage(): void {
  const language = firstSupported(asked());
  if (language) {
    languageChoice.note(language);
  }
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
