const longestName = 60;

/** Mail clients make links of these, and then a stranger's name would lead somewhere in our name. */
const looksLikeLink = /[/:@]|\w\.\w{2,}/;

/** The name to greet a person by, on one line; empty when it is no name to print. */
export function greetingName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > longestName || looksLikeLink.test(line) ? '' : line;
}
