import type { MailContent } from './mail.ts';
import { posesAs } from './posing-names.ts';

const longestName = 60;

/** Mail clients make links of these, and then a stranger's name would lead somewhere in our name. */
const looksLikeLink = /[/\\:@]|[\p{L}\p{M}\p{N}_][.。][\p{L}\p{M}\p{N}]{2,}/u;

/** Nine digits and more are called, not read. */
const looksLikePhoneNumber = /(?:\p{N}[^\p{L}\p{N}]*){9,}/u;

/**
 * The content with every name in it as `printableName` leaves it: people typed them all. Those of other
 * people and of projects must not be read as the product's; a person's own, `name`, is only a greeting.
 */
export function withPrintableNames<Content extends MailContent>(
  content: Content,
  productName: string,
): Content {
  const fields = Object.entries(content).map(([field, value]) => {
    const name = /name$/i.test(field) ? printableName(value) : value;
    const isPosing = /.Name$/.test(field) && posesAs(name, productName);
    return [field, isPosing ? '' : name];
  });
  return Object.fromEntries(fields);
}

/** The name on one line; empty when it is no name to print. */
export function printableName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ').trim();
  return line.length > longestName || leadsSomewhere(line) ? '' : line;
}

/** Clients and browsers read a full-width letter or dot as the plain one. */
function leadsSomewhere(line: string): boolean {
  const plain = line.normalize('NFKC');
  return looksLikeLink.test(plain) || looksLikePhoneNumber.test(plain);
}
