import * as z from 'zod/mini';

export const sandboxText = z.string().check(z.maxLength(200));

/** A card as somebody types it in. */
export const typedCard = z.strictObject({
  number: sandboxText,
  exp_month: z.int(),
  exp_year: z.int(),
  cvc: sandboxText,
  name: sandboxText,
});

export type TypedCard = z.infer<typeof typedCard>;
