export {
  emptyFolder,
  missingInFolder,
  pageWordsIn,
  readEnglishScreens,
  readLanguageFolder,
} from './language-folder.ts';
export { fillText } from './page-words.ts';
export type { MissingText } from './word-table.ts';
