import * as z from 'zod/mini';

/** Longest display name and subscription name, in UTF-16 units. */
export const longestName = 200;

/** Account id: 28 letters and digits. */
export const uid = z.string().check(z.maxLength(128));

/** Shape of every subscription id; anything else never was one. */
export const subscriptionIdShape = /^[A-Za-z0-9]{20}$/;

/** Subscription id: 20 letters and digits. */
export const subscriptionId = z.string().check(z.minLength(1), z.maxLength(128));

/** Instant as ISO 8601 in UTC. */
export const instant = z.string();

/** Interface and mail language. */
export const language = z.enum(['en', 'zh']);

export type Language = z.infer<typeof language>;

export const languages: readonly Language[] = language.options;

/** Look of the interface; `system` follows the device. */
export const theme = z.enum(['system', 'light', 'dark']);

export type Theme = z.infer<typeof theme>;

export const themes: readonly Theme[] = theme.options;
