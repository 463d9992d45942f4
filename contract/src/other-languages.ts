import type { Language } from './fields.ts';

/** Whether a language is written from right to left, by its tag. */
export function isRightToLeft(language: Language): boolean {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(?!-Latn)\b|-(Arab|Hebr)\b/.test(language);
}

/** Address of a part of the words of a language that has a folder. */
export function wordsPath({
  language,
  version,
  part,
}: {
  readonly language: Language;
  readonly version: string;
  readonly part: string;
}): string {
  return `/words/${language}/${part}-${version}.json`;
}
