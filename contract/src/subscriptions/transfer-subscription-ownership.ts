import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId, uid } from '../fields.ts';

/** Gives the subscription to an active admin; the old owner stays as one. Needs a recent sign-in. */
export const transferSubscriptionOwnership = callable({
  name: 'transferSubscriptionOwnership',
  access: owner,
  input: z.strictObject({ subscriptionId, newOwnerId: uid }),
  output: z.object({}),
  refusals: [
    'auth/requires-recent-login',
    'subscription/canceled',
    'subscription/frozen',
    'subscription/unpaid',
    'subscription/not-eligible-owner',
    'subscription/new-owner-has-too-many',
    'billing/under-way',
  ],
});
