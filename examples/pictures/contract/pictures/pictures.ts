import { appCall, instant, member, signedIn, subscriptionId } from '@hearth/contract';
import * as z from 'zod/mini';

const picture = z.object({
  id: z.string(),
  /** Opens for five minutes, for the caller. */
  address: z.string(),
  created_at: instant,
});

export type Picture = z.infer<typeof picture>;

/** One page of the pictures of a project, newest first. */
export const listPictures = appCall({
  method: 'GET',
  path: '/api/subscriptions/{subscriptionId}/pictures',
  access: member,
  input: z.strictObject({ subscriptionId, page: z.coerce.number().check(z.int(), z.minimum(1)) }),
  output: z.object({ pictures: z.array(picture), total: z.int() }),
  refusals: [],
});

/** Pictures that the person has added, in all projects. */
export const listMyPictures = appCall({
  method: 'GET',
  path: '/api/my-pictures',
  access: signedIn,
  input: z.strictObject({}),
  output: z.object({ pictures: z.array(picture) }),
  refusals: [],
});
