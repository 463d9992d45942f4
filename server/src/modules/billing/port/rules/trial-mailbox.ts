import { domainToASCII } from 'node:url';

/** Domains whose mail goes to the mailbox of the same name at another one. */
const aliases: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/** Providers that deliver `ada+shop@…` to ada. */
const withTags: readonly string[] = [
  'fastmail.com',
  'fastmail.fm',
  'gmail.com',
  'hey.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mac.com',
  'mailbox.org',
  'me.com',
  'msn.com',
  'outlook.com',
  'posteo.de',
  'posteo.net',
  'proton.me',
  'runbox.com',
  'ya.ru',
  'yandex.com',
  'yandex.ru',
  'zoho.com',
  'zohomail.com',
];

/**
 * The mailbox that an address reaches, as far as its provider is known for it: without tags, and at Gmail without dots.
 * It recognizes a second trial and nothing else; an account is the address itself.
 */
export function toTrialMailbox(email: string): string {
  const written = email.normalize('NFC').toLowerCase();
  const at = written.lastIndexOf('@');
  const typed = written.slice(at + 1).replace(/\.$/, '');
  const ascii = domainToASCII(typed) || typed;
  const domain = aliases[ascii] ?? ascii;
  const name = written.slice(0, at);
  const untagged = withTags.includes(domain) ? name.replace(/(?<=.)\+.*$/, '') : name;
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}
