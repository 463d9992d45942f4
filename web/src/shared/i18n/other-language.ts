import { isRightToLeft, type Language, type PublicConfig, wordsPath } from '@hearth/contract';

/** Words of a language that has a folder, with English for those that it lacks. */
export async function readWords(
  language: Language,
  part: string,
  { wordVersions }: PublicConfig,
): Promise<object> {
  const version = wordVersions?.[language] ?? '';
  const response = await fetch(wordsPath({ language, version, part }));
  if (!response.ok) {
    throw new Error(`The words ${part} of ${language} answered ${response.status}.`);
  }
  return (await response.json()) as object;
}

/** Has the page written in the direction of the language, whichever it is. */
export function follow(language: Language): void {
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : '';
}
