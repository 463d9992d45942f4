export { firstSupported, languageChoice, offeredLanguages } from './detect-language.ts';
export { dayOf, formatDate, formatDay, formatMoney } from './format.ts';
export {
  changeLanguage,
  loadWords,
  loadWordsFor,
  startI18n,
  type WordsPart,
} from './start-i18n.ts';
export { toText } from './to-text.ts';
export { useLanguage } from './use-language.ts';
