import type { i18n as I18n } from 'i18next';

interface PluralResolver {
  getSuffix(language: string, count: number): string;
}

const asked = new WeakSet<I18n>();

/** Chinese grammar has no singular, so i18next never asks for the sentence for one. Some texts have one all the same ("发送邀请"). */
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
