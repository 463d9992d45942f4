import * as z from 'zod/mini';
import { money } from '../billing/money.ts';
import { frequency } from '../billing/price-name.ts';
import { instant } from '../fields.ts';

/** A value before and after; null if there was none. */
const changed = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({ from: z.nullable(value), to: z.nullable(value) });

const card = z.object({ brand: z.string(), last4: z.string() });

/** Values of an event as they were recorded with it; earlier versions recorded none. */
export const activityDetails = z.object({
  /** Keys that a person holds, or that an invite offers. */
  permissions: z.optional(changed(z.array(z.string()))),
  plan_id: z.optional(changed(z.string())),
  /** How often it was charged before and after; left out if that stays the same, or if nothing was charged before or after. */
  frequency: z.optional(changed(frequency)),
  /** Name of the subscription. */
  name: z.optional(changed(z.string())),
  /** Whether it opens to members with a second factor only. */
  second_factor: z.optional(changed(z.boolean())),
  /** Default card, or the card that was deleted. Gone with the account of its owner. */
  card: z.optional(changed(card)),
  /** Amount that was paid, is owed or went back. */
  payment: z.optional(
    z.object({
      amount: money,
      invoice_number: z.nullable(z.string()),
      /** Left out if no card was charged, or once its owner's account is deleted. */
      card: z.optional(card),
    }),
  ),
  /** When the subscription ends or ended, as was set before. */
  ends_at: z.optional(instant),
  /** When the trial ends, as was set then. */
  trial_ends_at: z.optional(instant),
  /** Until when renewals cost nothing, as was set then. */
  free_until: z.optional(instant),
  /** When a scheduled plan change takes effect, or would have. */
  takes_effect_at: z.optional(instant),
  /** End of an invite that is still open. */
  open_until: z.optional(instant),
  /** Values that an action of the product on Hearth has for its sentence. */
  values: z.optional(z.record(z.string(), z.string())),
});

export type ActivityDetails = z.infer<typeof activityDetails>;
