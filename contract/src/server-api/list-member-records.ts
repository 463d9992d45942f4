import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { instant, subscriptionId, uid } from '../fields.ts';
import { membersRead } from './key-scopes.ts';
import { pageOf, paging } from './paging.ts';

const memberRecord = z.object({
  uid,
  email: z.string(),
  /** Empty until the person names themselves. */
  display_name: z.string(),
  /** Keys that the person holds; of the owner every key of the configuration. */
  permissions: z.array(z.string()),
  is_owner: z.boolean(),
  joined_at: instant,
});

/** Members of a subscription, in the order of their uids; pending invites are not among them. */
export const listMemberRecords = serverCall({
  method: 'GET',
  path: '/server/v1/subscriptions/{subscriptionId}/members',
  access: membersRead,
  input: z.strictObject({ subscriptionId, ...paging }),
  output: pageOf(memberRecord),
  refusals: ['subscription/unknown'],
});
