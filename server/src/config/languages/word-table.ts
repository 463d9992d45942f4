import type { Language } from '@hearth/contract';

/** Texts in groups, as a file of a language has them. */
export interface WordTable {
  readonly [key: string]: string | WordTable;
}

/** A text that a language lacks, with its English. */
export interface MissingText {
  readonly path: readonly string[];
  readonly english: string;
}

type Entry = [key: string, value: string | WordTable];

/** `_zero` is no form of a grammar: i18next asks for it in every language. */
const pluralKey = /^(.+)_(one|two|few|many|other)$/;
const placeholder = /\{\{([^{}]*)\}\}/g;

/**
 * The English texts that a language should have: those that count in each plural form of its grammar, which may be more
 * or fewer than the English ones.
 */
export function modelFor(language: Language, english: WordTable): WordTable {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const toEntries = (table: WordTable, [key, value]: Entry): Entry[] => {
    if (typeof value !== 'string') {
      return [[key, modelFor(language, value)]];
    }
    const [, stem, form] = pluralKey.exec(key) ?? [];
    if (stem === undefined || ownOf(table, `${stem}_other`) === undefined) {
      return [[key, value]];
    }
    const names = form === 'other' ? forms.map((each) => `${stem}_${each}`) : [];
    return names.map((name) => [name, ownOf(table, name) ?? value]);
  };
  return Object.fromEntries(Object.entries(english).flatMap((entry) => toEntries(english, entry)));
}

/** Everything that is wrong with a table, one sentence each, beginning with the key. */
export function tableFaults(
  own: unknown,
  model: WordTable,
  path: readonly string[] = [],
): readonly string[] {
  if (!isTable(own)) {
    return [`${nameOf(path)} has to be a group of texts.`];
  }
  return Object.entries(own).flatMap(([key, value]) => {
    const place = [...path, key];
    const english = ownOf(model, key);
    if (english === undefined) {
      return [`${nameOf(place)}: there is no such text.`];
    }
    return typeof english === 'string'
      ? textFaults(value, english).map((fault) => `${nameOf(place)}: ${fault}`)
      : tableFaults(value, english, place);
  });
}

/** Why a text cannot be shown in place of the English one. */
function textFaults(text: unknown, english: string): string[] {
  if (typeof text !== 'string') {
    return ['has to be a text in quotation marks.'];
  }
  if (/[{}]/.test(text.replace(placeholder, ''))) {
    return [`a brace is missing or too many in “${text}”.`];
  }
  if (text.includes('$t(')) {
    return ['“$t(” would be read as the name of another text.'];
  }
  const known = filledIn(english);
  const foreign = filledIn(text).filter((name) => !known.includes(name) && name !== 'productName');
  return foreign.map((name) => {
    const names = known.map((one) => `{{${one}}}`).join(', ');
    return `{{${name}}} is filled in nowhere; the English text has ${names || 'nothing to fill in'}.`;
  });
}

/** Names of placeholders; `{{count, number}}` is written as a number of the language. */
function filledIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, inner = '']) =>
    inner.replace(/, number$/, '').trim(),
  );
}

/** The whole table in the language; its gaps are filled by what `say` makes of the English. */
export function fillTable(
  own: WordTable,
  model: WordTable,
  say: (english: string) => string,
): WordTable {
  const filled = Object.entries(model).map(([key, english]): Entry => {
    const mine = ownOf(own, key);
    if (typeof english !== 'string') {
      return [key, fillTable(isTable(mine) ? mine : {}, english, say)];
    }
    return [key, mine ?? ownOf(own, key.replace(pluralKey, '$1_other')) ?? say(english)];
  });
  return Object.fromEntries(filled);
}

/** Texts of the model that the language lacks. */
export function missingTexts(
  own: WordTable,
  model: WordTable,
  path: readonly string[] = [],
): readonly MissingText[] {
  return Object.entries(model).flatMap(([key, english]) => {
    const mine = ownOf(own, key);
    const place = [...path, key];
    if (typeof english !== 'string') {
      return missingTexts(isTable(mine) ? mine : {}, english, place);
    }
    return mine === undefined ? [{ path: place, english }] : [];
  });
}

/** Both tables; a text of the second replaces that of the first. */
export function mergeTables(one: WordTable, other: WordTable): WordTable {
  const changed = Object.entries(other).map(([key, value]): Entry => {
    const before = ownOf(one, key);
    return [key, isTable(before) && isTable(value) ? mergeTables(before, value) : value];
  });
  return { ...one, ...Object.fromEntries(changed) };
}

export function isTable(value: unknown): value is WordTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys may be words such as `constructor`. */
function ownOf(table: WordTable, key: string): string | WordTable | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const nameOf = (path: readonly string[]) =>
  path.length === 0 ? 'the file' : `\`${path.join('.')}\``;
