import * as z from 'zod/mini';

const lineBreaks = /[\t-\r\u0085\u2028\u2029]+/g;

/** Marks, embeddings, overrides and isolates, which turn the direction of the text around a name. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Also letters and signs that are drawn empty, and marks without a letter. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/gu;

/** Letters of Hebrew, Arabic and other scripts that run from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The text on one line, without controls; joiners of emoji and of Persian and Indic words stay. */
export function toLine(written: string): string {
  return written
    .replace(lineBreaks, ' ')
    .replace(directions, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** Whether a reader would see nothing of the text. */
export function isBlank(text: string): boolean {
  return text.replace(unseen, '') === '';
}

const isolated = /^\u2068[^\u2066-\u2069]*\u2069$/;

/** The text for use in a sentence: put between FSI and PDI, once, if its letters could reverse the order of the words around it. */
export function isolate(text: string): string {
  if (isolated.test(text)) {
    return text;
  }
  const isTurning = rightToLeft.test(text) || text.replace(directions, '') !== text;
  return isTurning ? `\u2068${text}\u2069` : text;
}

/** Letters that Unicode does not take apart into a plain one and an accent. */
const plainLetters = new Map(
  Object.entries({
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
  }),
);

/** The text as it is compared in a search, without case and accents; `fold_name` of the database does the same. */
export function toSearchText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return plain.replace(/[øłđðħŧıßæœþ]/g, (letter) => plainLetters.get(letter) ?? letter);
}

/** A name, a line of an address or a description, as it is stored. */
export const line = z.string().check(z.overwrite(toLine));
