import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, type OwnWords, sayOwnWords } from '@hearth/contract';
import * as z from 'zod/mini';
import { isMailText, listMailTexts, mailTextFaults } from '../../modules/mail/index.ts';
import { builtInPages, englishPages, type PageWords } from './page-words.ts';
import {
  fillTable,
  isTable,
  type MissingText,
  mergeTables,
  missingTexts,
  modelFor,
  tableFaults,
  type WordTable,
} from './word-table.ts';

/** English words that a folder translates. */
interface EnglishWords {
  /** Words of the screens by the parts in which the web loads them. */
  readonly screens: Readonly<Record<string, WordTable>>;
  /** Those that the configuration names, by key. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A language beside English and Chinese; a text that its folder lacks is English. */
export interface OtherLanguage {
  readonly screens: Readonly<Record<string, WordTable>>;
  /** Changes with the words of the screens. */
  readonly version: string;
  readonly pages: PageWords;
  readonly texts: Readonly<Record<string, string>>;
}

const files = ['screens', 'pages', 'texts', 'mails'] as const;

/** Content of a folder, as far as it is there. */
type FolderWords = Readonly<Record<(typeof files)[number], WordTable>>;

export const emptyFolder: FolderWords = { screens: {}, pages: {}, texts: {}, mails: {} };

/** The words that the build of the web has written; undefined if the web is not built. */
export function readEnglishScreens(web: string): EnglishWords['screens'] | undefined {
  const file = join(web, 'words.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Reads a language from its folders, later ones over earlier ones, and notes what is wrong with each file. Undefined if
 * there is none.
 */
export function readLanguageFolder(
  language: Language,
  folders: readonly string[],
  english: EnglishWords,
  faults: string[],
): FolderWords | undefined {
  const models = modelsOf(language, english);
  const found = folders.filter((folder) => existsSync(join(folder, language)));
  const read = (words: FolderWords, folder: string): FolderWords => {
    const said = readSaid(folder);
    const kept = {
      ...words,
      texts: without(words.texts, said),
      mails: without(words.mails, said),
    };
    const known = { ...models, texts: { ...models.texts, ...withoutMails(said) } };
    const names = found.includes(folder) ? readdirSync(join(folder, language)) : [];
    return names
      .map((name) => readTable(join(folder, language, name), known, faults))
      .reduce<FolderWords>((all, one) => mergeTables(all, one) as FolderWords, kept);
  };
  return found.length === 0 ? undefined : folders.reduce(read, emptyFolder);
}

/** English texts of the folder. They replace those of the folders before, whose translations say something else. */
function readSaid(folder: string): WordTable {
  const file = join(folder, 'en.json');
  const said = existsSync(file) ? readJson(file, []) : {};
  return isTable(said) ? said : {};
}

function without(texts: WordTable, replaced: WordTable): WordTable {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !Object.hasOwn(replaced, key)));
}

/** Texts of the configuration without those of emails, which have a file of their own. */
function withoutMails(texts: WordTable): WordTable {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !isMailText(key)));
}

function modelsOf(language: Language, { screens, texts }: EnglishWords): FolderWords {
  const all = Object.values(screens).reduce<WordTable>(mergeTables, {});
  return {
    screens: modelFor(language, all),
    pages: modelFor(language, englishPages),
    texts: withoutMails(texts),
    mails: listMailTexts(),
  };
}

/** The table of one file by the file's name, or nothing if it is wrong. */
function readTable(place: string, models: FolderWords, faults: string[]): WordTable {
  const file = files.find((one) => place.endsWith(`/${one}.json`));
  if (file === undefined) {
    const known = files.map((one) => `${one}.json`).join(', ');
    faults.push(`${place}: no such file is read; a language has ${known}.`);
    return {};
  }
  const table = readJson(place, faults);
  if (table === undefined) {
    return {};
  }
  const wrong = file === 'mails' ? mailFaults(table) : tableFaults(table, models[file]);
  faults.push(...wrong.map((fault) => `${place}: ${fault}`));
  return isTable(table) && wrong.length === 0 ? { [file]: table } : {};
}

function mailFaults(table: unknown): readonly string[] {
  const texts = z.record(z.string(), z.string()).safeParse(table);
  if (!texts.success) {
    return ['the file has to be a list of texts, each in quotation marks.'];
  }
  const other = Object.keys(texts.data).filter((key) => !isMailText(key));
  return [
    ...other.map((key) => `\`${key}\`: the key of a text of emails begins with \`mails.\`.`),
    ...mailTextFaults(texts.data, { hasSupport: true }).map(
      ({ key, fault }) => `\`${key}\`: ${fault}`,
    ),
  ];
}

function readJson(file: string, faults: string[]): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    faults.push(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return undefined;
  }
}

/** The language with English in its gaps, which speaks of the operator's projects as English does. */
export function completeLanguage(
  language: Language,
  own: FolderWords,
  english: EnglishWords,
  ownWords?: OwnWords,
): OtherLanguage {
  const say = (text: string) => (ownWords ? sayOwnWords(text, 'en', ownWords) : text);
  const parts = Object.entries(english.screens).map(([part, words]) => [
    part,
    fillTable(own.screens, modelFor(language, words), say),
  ]);
  const hash = createHash('sha256').update(JSON.stringify(parts));
  return {
    screens: Object.fromEntries(parts),
    version: hash.digest('hex').slice(0, 12),
    pages: fillTable(own.pages, englishPages, say) as PageWords,
    texts: { ...english.texts, ...own.texts, ...own.mails } as OtherLanguage['texts'],
  };
}

/** Texts that the folder lacks, by its file. */
export function missingInFolder(
  language: Language,
  own: FolderWords,
  english: EnglishWords,
): Readonly<Record<keyof FolderWords, readonly MissingText[]>> {
  const models = modelsOf(language, english);
  const inFile = (file: keyof FolderWords) => missingTexts(own[file], models[file]);
  const cases = Object.keys(own.mails);
  const mails = inFile('mails').filter(
    ({ path: [key] }) => !cases.some((one) => one.startsWith(`${key}.`)),
  );
  return { screens: inFile('screens'), pages: inFile('pages'), texts: inFile('texts'), mails };
}

/** Texts of the server's own pages in the language. */
export function pageWordsIn(
  language: Language,
  others: Readonly<Record<Language, Pick<OtherLanguage, 'pages'>>>,
): PageWords {
  const pages: Readonly<Record<Language, PageWords>> = builtInPages;
  return pages[language] ?? others[language]?.pages ?? englishPages;
}
