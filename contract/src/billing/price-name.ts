import * as z from 'zod/mini';

/** Periods by which prices are charged, shortest first. */
export const frequencies = ['week', 'month', 'year'] as const;

/** Period of which a price is charged once. */
export const frequency = z.enum(frequencies);

/** ISO 4217 in lower case. */
export const currency = z.string().check(z.regex(/^[a-z]{3}$/));

export type Frequency = z.infer<typeof frequency>;
