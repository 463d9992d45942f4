import { type HearthKind, hearthMails } from './kinds/index.ts';
import { phrasesEn } from './words/en-phrases.ts';
import type { PhraseKey, Phrases } from './words/phrases.ts';

/** Texts of the configuration in one language, by key. */
export type OwnTexts = Readonly<Record<string, string>>;

const prefix = 'mails.';
const place = /\{\{(\w*)\}\}/g;
const common = ['name', 'product', 'support'] as const;

/** Whether a text of the configuration is one of mails. */
export const isMailText = (key: string): boolean => key.startsWith(prefix);

/** Parts, values and cases of a kind. */
interface Described {
  readonly template: { readonly parts: readonly string[] };
  readonly values?: object;
  readonly cases?: object;
}

const described: ReadonlyMap<string, Described> = new Map(Object.entries(hearthMails));

/** Texts of mails in the configuration that no mail could use, each with a sentence. */
export function mailTextFaults(
  texts: OwnTexts,
  { hasSupport }: Site,
): { key: string; fault: string }[] {
  return Object.entries(texts)
    .filter(([key]) => isMailText(key))
    .flatMap(([key, text]) => faultsOf(key, text, { hasSupport }).map((fault) => ({ key, fault })));
}

interface Site {
  /** Whether the configuration has an address for questions. */
  readonly hasSupport: boolean;
}

/** Texts that a language may have for mails, by key, with the English of those that are no sentences of one kind. */
export function listMailTexts(): Readonly<Record<string, string>> {
  const shared = Object.entries(phrasesEn).map(([key, text]) => [`common.${key}`, text]);
  const parts = [...described].flatMap(([kind, { template }]) =>
    template.parts.map((part) => [`${kind}.${part}`, '']),
  );
  const all = [...shared, ...parts].map(([key, text]) => [prefix + key, text]);
  return Object.fromEntries(all);
}

function faultsOf(key: string, text: string, { hasSupport }: Site): string[] {
  const [, kind = '', part = '', ...more] = key.split('.');
  if (kind === 'common') {
    return commonFaults(part, more, text);
  }
  const definition = described.get(kind);
  if (!definition) {
    return [
      `there is no email \`${kind}\`. There are common, ${[...described.keys()].join(', ')}.`,
    ];
  }
  const { parts } = definition.template;
  const cases = Object.keys(definition.cases ?? {});
  if (!parts.includes(part)) {
    return [`\`${kind}\` has no \`${part}\`. It has ${parts.join(', ')}.`];
  }
  const [named] = more;
  if (more.length > 1 || (named !== undefined && !cases.includes(named))) {
    const known = cases.length > 0 ? `It knows ${cases.join(', ')}.` : 'It knows none.';
    return [`\`${kind}\` knows no case \`${more.join('.')}\`. ${known}`];
  }
  if (!hasSupport && placesOf(text).includes('support')) {
    return ['{{support}} is not known. Set brand.support to the address for questions.'];
  }
  return placeFaults(text, [...common, ...Object.keys(definition.values ?? {})]);
}

function commonFaults(part: string, more: readonly string[], text: string): string[] {
  if (more.length > 0 || !Object.hasOwn(phrasesEn, part)) {
    const named = [part, ...more].join('.');
    return [`emails share no \`${named}\`. They share ${Object.keys(phrasesEn).join(', ')}.`];
  }
  const places = placesOf(phrasesEn[part as PhraseKey]);
  const lost = places.filter((name) => !placesOf(text).includes(name));
  return [
    ...placeFaults(text, places),
    ...lost.map((name) => `it leaves out {{${name}}}, which emails say nowhere else.`),
  ];
}

const placesOf = (text: string) => [...text.matchAll(place)].map(([, name = '']) => name);

function placeFaults(text: string, places: readonly string[]): string[] {
  if (text.trim() === '') {
    return ['it is empty.'];
  }
  if (/[{}]/.test(text.replace(place, ''))) {
    return ['a brace is missing or too many. A value is written as {{name}}.'];
  }
  const known = places.map((name) => `{{${name}}}`).join(', ');
  const may = known === '' ? 'It takes no value.' : `It may say ${known}.`;
  return placesOf(text)
    .filter((name) => !places.includes(name))
    .map((name) => `it has no value {{${name}}}. ${may}`);
}

/** The shared texts, with those of the configuration in place of ours. */
export function replacePhrases(phrases: Phrases, texts: OwnTexts): Phrases {
  const keys = Object.keys(phrases) as PhraseKey[];
  return Object.fromEntries(
    keys.map((key) => [key, texts[`${prefix}common.${key}`] ?? phrases[key]]),
  ) as Phrases;
}

interface MailPart {
  readonly kind: HearthKind;
  readonly part: string;
  /** Case of the mail; undefined if it has none. */
  readonly named: string | undefined;
}

/** Text of the configuration for a part of a mail: that of its case, or that of all cases. */
export function findOwnText({ kind, part, named }: MailPart, texts: OwnTexts): string | undefined {
  const key = `${prefix}${kind}.${part}`;
  return (named === undefined ? undefined : texts[`${key}.${named}`]) ?? texts[key];
}
