import * as z from 'zod/mini';

export const paymentMethodId = z.string().check(z.minLength(1), z.maxLength(200));

/** Brand, last digits and expiry of a card. */
export const card = z.object({
  brand: z.string(),
  last4: z.string(),
  /** 1 to 12. */
  exp_month: z.int(),
  exp_year: z.int(),
});

/** A card that is kept at the payment provider. */
export const paymentMethod = z.object({
  id: paymentMethodId,
  /** The one that is charged next. */
  isDefault: z.boolean(),
  card,
  /** Cardholder; empty if the provider knows none. */
  name: z.string(),
});

export type PaymentMethod = z.infer<typeof paymentMethod>;
