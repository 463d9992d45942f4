import { isBlank, isolate } from '@hearth/contract';
import { isLookalike } from './lookalike-names.ts';

/** In characters as people count them. Two names of this length and a sentence still make a subject. */
const longestName = 60;

const segmenter = new Intl.Segmenter();

/** Mail clients make links of these, and then a stranger's name would lead somewhere in our name. */
const looksLikeLink = /[/\\:@]|[\p{L}\p{M}\p{N}_][.。][\p{L}\p{M}\p{N}]{2,}/u;

/** Nine or more digits read as a phone number. */
const looksLikePhoneNumber = /(?:\p{N}[^\p{L}\p{N}]*){9,}/u;

/**
 * Cuts or drops every name in the content, since people type them. Names of others and of projects must not read as the
 * product's; `name` only greets its owner.
 */
export function withPrintableNames<Content extends object>(
  content: Content,
  productName: string,
): Content {
  const fields = Object.entries(content).map(([field, value]) => {
    if (!/name$/i.test(field) || typeof value !== 'string') {
      return [field, value];
    }
    const name = printableName(value);
    const isLookalikeName = /.Name$/.test(field) && isLookalike(withoutJoiners(name), productName);
    return [field, isLookalikeName ? '' : isolate(name)];
  });
  return Object.fromEntries(fields);
}

/** The name on one line, cut if it is too long; empty if it must not be printed. */
export function printableName(name: string): string {
  const line = toLine(name);
  return leadsSomewhere(line) ? '' : cut(line);
}

/** Joiners and variation selectors after a letter or sign that they shape, and the tags of a flag. */
const shaping =
  /(?<=[^\0-\x7f])(?:\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])|\ufe0f(?=\u20e3)|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]/u;

/** Lone surrogates go too, since no encoding of a mail knows them. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\s]+/u;

const shapingOrUnprintable = new RegExp(`(${shaping.source})|${unprintable.source}`, 'gu');

function toLine(name: string): string {
  const line = name.replace(shapingOrUnprintable, (_, shaped?: string) => shaped ?? ' ').trim();
  return isBlank(line) ? '' : line;
}

const withoutJoiners = (name: string) => name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Characters of several code points, such as flags and letters with accents, stay whole. */
function cut(line: string): string {
  const characters = [...segmenter.segment(line)].map(({ segment }) => segment);
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName).join('').trimEnd()}…`;
}

/** Clients and browsers read a full-width letter or dot as the plain one. */
function leadsSomewhere(line: string): boolean {
  const plain = withoutJoiners(line).normalize('NFKC');
  return looksLikeLink.test(plain) || looksLikePhoneNumber.test(plain);
}
