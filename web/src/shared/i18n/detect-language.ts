import { type Language, languages } from '@hearth/contract';

/** Name under which a choice is kept, in the address, in a cookie, and in the browser's storages. */
const names = { query: 'lng', cookie: 'i18next', storage: 'i18nextLng' };

/** Languages that a person or their browser asks for, the strongest first. */
function choices(): readonly (string | null | undefined)[] {
  return [
    new URLSearchParams(location.search).get(names.query),
    cookie(names.cookie),
    stored(() => localStorage),
    stored(() => sessionStorage),
    ...navigator.languages,
  ];
}

function cookie(name: string): string | undefined {
  const pairs = document.cookie.split('; ').map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** A browser may forbid the storage itself. */
function stored(storage: () => Storage): string | null {
  try {
    return storage().getItem(names.storage);
  } catch {
    return null;
  }
}

/** The first one whose language there is. */
export function detectLanguage(): Language | undefined {
  return firstSupported(choices());
}

/** Keeps a choice for the next visit. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(names.storage, language);
  } catch {
    // Then the next visit asks the browser again.
  }
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
