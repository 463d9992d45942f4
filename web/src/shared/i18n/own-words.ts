import { type Language, type OwnWords, sayOwnWords } from '@hearth/contract';

/** Copy of the words with the operator's own in every text. */
export function writeOwnWords(words: object, language: Language, ownWords: OwnWords): object {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? sayOwnWords(value, language, ownWords)
        : writeOwnWords(value, language, ownWords),
    ]),
  );
}
