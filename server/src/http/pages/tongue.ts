import { isRightToLeft, type Language } from '@hearth/contract';

/** Attributes of a page in the language: its tag, and its direction unless that is left to right. */
export function tongueOf(language: Language): string {
  return `lang="${language}"${isRightToLeft(language) ? ' dir="rtl"' : ''}`;
}
