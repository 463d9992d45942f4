import { builtInLanguages, language as languageTag } from '@hearth/contract';
import type { Config } from '../config/config.ts';
import {
  emptyFolder,
  type MissingText,
  missingInFolder,
  readEnglishScreens,
  readLanguageFolder,
} from '../config/languages/index.ts';

interface MissingTextsOptions {
  /** Tag of a language, which need not be switched on. */
  readonly language: string;
  /** As files to translate, in one object. */
  readonly isJson: boolean;
}

/** The texts that a language lacks, by the file that should have them. A language without a folder lacks all. */
export function listMissing(
  { language, isJson }: MissingTextsOptions,
  { folders, texts, localeFolders }: Pick<Config, 'folders' | 'texts' | 'localeFolders'>,
): string {
  if (!languageTag.safeParse(language).success || isBuiltIn(language)) {
    throw new Error(`“${language}” is no tag of a language with a folder, such as de or pt-BR.`);
  }
  const screens = readEnglishScreens(folders.web);
  if (!screens) {
    throw new Error('The web is not built. Run: npm run build');
  }
  const english = { screens, texts: texts.en ?? {} };
  const faults: string[] = [];
  const own = readLanguageFolder(language, localeFolders, english, faults);
  if (faults.length > 0) {
    throw new Error(faults.join('\n'));
  }
  const missing = Object.entries(missingInFolder(language, own ?? emptyFolder, english));
  if (isJson) {
    const files = missing.map(([file, list]) => [`${file}.json`, toTable(list)]);
    return JSON.stringify(Object.fromEntries(files), null, 2);
  }
  const lines = missing.flatMap(([file, list]) =>
    list.map(({ path, english: text }) => `${file}.json  ${path.join('.')}: ${text}`),
  );
  return lines.length > 0
    ? [...lines, `${lines.length} texts of ${language} are English.`].join('\n')
    : `${language} lacks no text.`;
}

const isBuiltIn = (language: string) => builtInLanguages.some((one) => one === language);

interface Table {
  [key: string]: string | Table;
}

/** Groups in groups, as a file has them. */
function toTable(missing: readonly MissingText[]): Table {
  const table: Table = {};
  for (const { path, english } of missing) {
    let group = table;
    for (const key of path.slice(0, -1)) {
      const inner = group[key];
      const next: Table = typeof inner === 'object' ? inner : {};
      group[key] = next;
      group = next;
    }
    group[path.at(-1) ?? ''] = english;
  }
  return table;
}
