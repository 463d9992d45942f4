import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { subscriptionId, uid } from '../fields.ts';
import { subscriptionStatus } from '../subscriptions/subscription.ts';
import { standingRead } from './key-scopes.ts';
import { entitlements, metadata, version } from './subscription-record.ts';

/** Role of a person in a subscription, and the rights of both at one instant. For a stranger, `is_member` is false. */
export const getStanding = serverCall({
  method: 'GET',
  path: '/server/v1/standing',
  access: standingRead,
  input: z.strictObject({ uid, subscription: subscriptionId }),
  output: z.object({
    account: z.object({
      uid,
      email: z.string(),
      /** Whether the operator keeps the account out. */
      disabled: z.boolean(),
    }),
    subscription: z.object({
      id: subscriptionId,
      name: z.nullable(z.string()),
      status: subscriptionStatus,
      plan_id: z.string(),
      metadata,
    }),
    is_member: z.boolean(),
    is_owner: z.boolean(),
    /** Keys that the person holds; of the owner every key of the configuration, of a stranger none. */
    permissions: z.array(z.string()),
    /** Whether the project opens to this person with a second factor only: look for `sign_in_second_factor` in their token. */
    second_factor_required: z.boolean(),
    entitlements,
    version,
  }),
  refusals: ['account/unknown', 'subscription/unknown'],
});
