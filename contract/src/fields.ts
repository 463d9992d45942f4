import * as z from 'zod/mini';

/** Longest display name and subscription name, in UTF-16 units. */
export const longestName = 200;

/** Account id: 28 letters and digits, or up to 128 printable characters of ASCII if it comes from another product. */
export const uid = z.string().check(z.maxLength(128));

/** Shape of every subscription id; anything else never was one. */
export const subscriptionIdShape = /^[A-Za-z0-9]{20}$/;

/** Subscription id: 20 letters and digits. */
export const subscriptionId = z.string().check(z.minLength(1), z.maxLength(128));

/** Instant as ISO 8601 in UTC. */
export const instant = z.string();

/** Interface and mail language: a tag of the configuration's `languages`, such as `en` or `pt-BR`. */
export const language = z
  .string()
  .check(
    z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/, 'must be a tag such as de or pt-BR.'),
  );

export type Language = z.infer<typeof language>;

/** Languages whose words are compiled; every other has a folder in config/locales. */
export const builtInLanguages = ['en', 'zh'] as const;

export type BuiltInLanguage = (typeof builtInLanguages)[number];

/** The language among those given that a reader of a tag such as `zh-TW` or `en_GB` understands. */
export function matchLanguage(tag: unknown, languages: readonly Language[]): Language | undefined {
  const code = String(tag).trim().toLowerCase().replaceAll('_', '-');
  const [base] = code.split('-');
  return (
    languages.find((one) => one.toLowerCase() === code) ??
    languages.find((one) => one.split('-')[0] === base)
  );
}

/** Look of the interface; `system` follows the device. */
export const theme = z.enum(['system', 'light', 'dark']);

export type Theme = z.infer<typeof theme>;

export const themes: readonly Theme[] = theme.options;
