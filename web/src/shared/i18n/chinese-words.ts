import type { i18n as I18n } from 'i18next';

/** Stands in a sentence beside a value that begins or ends with a Chinese letter, until the sentence is complete. */
const edge = '\ue000';

const han = '[\\p{Script=Han}]';
const startsHan = new RegExp(`^${han}`, 'u');
const endsHan = new RegExp(`${han}$`, 'u');

/** A value for a Chinese sentence: the sentence has spaces around what is usually Latin, and none beside Chinese letters. */
export function markEdges(value: string): string {
  return `${startsHan.test(value) ? edge : ''}${value}${endsHan.test(value) ? edge : ''}`;
}

/** Closes the spaces at the edges, and leaves those within a value. */
export function closeEdges(sentence: string): string {
  return sentence.replace(/ ?\ue000 ?/g, '');
}

interface PluralResolver {
  getSuffix(language: string, count: number): string;
}

const asked = new WeakSet<I18n>();

/** Chinese words have a sentence of their own for one where it says something else ("发送邀请"); grammar alone would never ask for it. */
export function askForOne(i18n: I18n): void {
  if (asked.has(i18n)) {
    return;
  }
  asked.add(i18n);
  const resolver = i18n.services.pluralResolver as PluralResolver;
  const byGrammar = resolver.getSuffix.bind(resolver);
  resolver.getSuffix = (language, count) =>
    language === 'zh' && count === 1 ? '_one' : byGrammar(language, count);
}

/** Words of a product may leave the sentence for one out. */
export function withOnes(words: object): object {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, word]): [string, unknown][] => {
      const one = key.replace(/_other$/, '_one');
      const said = typeof word === 'object' && word !== null ? withOnes(word) : word;
      return one === key || one in words
        ? [[key, said]]
        : [
            [key, said],
            [one, said],
          ];
    }),
  );
}
