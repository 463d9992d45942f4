import * as z from 'zod/mini';

/** Amount in minor units (cents), currency as ISO 4217 in lower case. */
export const money = z.object({ amount: z.int(), currency: z.string() });

export type Money = z.infer<typeof money>;
