import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { money } from '../billing/money.ts';
import { document } from '../entry.ts';
import { instant } from '../fields.ts';
import { subscription } from './subscription.ts';

const listed = z.extend(subscription, {
  /** Charged per week, as last read at the payment provider; absent where nothing is charged or nothing was read. */
  price: z.optional(money),
  /** When it ends by itself, as somebody has set at the payment provider; absent where it goes on. */
  cancel_at: z.optional(instant),
});

export type ListedSubscription = z.infer<typeof listed>;

/** Every subscription in which the caller holds the default permission, newest first. */
export const listSubscriptions = document({
  method: 'GET',
  path: '/v1/subscriptions',
  access: signedIn,
  input: z.strictObject({}),
  output: z.object({ subscriptions: z.array(listed) }),
  refusals: [],
});
