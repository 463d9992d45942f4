import { isLookalike } from './lookalike-names.ts';

/** In characters as people count them. Two names of this length and a sentence still make a subject. */
const longestName = 60;

const segmenter = new Intl.Segmenter();

/** Mail clients make links of these, and then a stranger's name would lead somewhere in our name. */
const looksLikeLink = /[/\\:@]|[\p{L}\p{M}\p{N}_][.。][\p{L}\p{M}\p{N}]{2,}/u;

/** Nine digits and more are called, not read. */
const looksLikePhoneNumber = /(?:\p{N}[^\p{L}\p{N}]*){9,}/u;

/**
 * The content with every name in it as `printableName` leaves it: people typed them all. Those of other
 * people and of projects must not be read as the product's; a person's own, `name`, is only a greeting.
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
    const isLookalikeName = /.Name$/.test(field) && isLookalike(name, productName);
    return [field, isLookalikeName ? '' : name];
  });
  return Object.fromEntries(fields);
}

/** The name on one line, cut where it is too long; empty when it is no name to print. */
export function printableName(name: string): string {
  const line = toLine(name);
  return leadsSomewhere(line) ? '' : cut(line);
}

/** Lone surrogates go too, since no encoding of a mail knows them. */
function toLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ').trim();
}

/** Characters of several code points, such as flags and letters with accents, stay whole. */
function cut(line: string): string {
  const characters = [...segmenter.segment(line)].map(({ segment }) => segment);
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName).join('').trimEnd()}…`;
}

/** Clients and browsers read a full-width letter or dot as the plain one. */
function leadsSomewhere(line: string): boolean {
  const plain = line.normalize('NFKC');
  return looksLikeLink.test(plain) || looksLikePhoneNumber.test(plain);
}
