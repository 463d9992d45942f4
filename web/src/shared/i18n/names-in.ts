import type { Language } from '@hearth/contract';

/** Names of countries or currencies in the language; a code stays a code if the browser has no name for it. */
export function namesIn(language: Language, type: 'region' | 'currency'): (code: string) => string {
  try {
    const names = new Intl.DisplayNames(language, { type });
    return (code) => names.of(code) ?? code;
  } catch {
    return (code) => code;
  }
}

/** Order of texts in the language. */
export function orderIn(language: Language): (one: string, other: string) => number {
  try {
    return new Intl.Collator(language).compare;
  } catch {
    return (one, other) => (one < other ? -1 : Number(one > other));
  }
}
