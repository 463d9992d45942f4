import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { money } from './money.ts';

/** Tells the owner, before they cancel, which credit the project would lose. */
export const previewCancellation = callable({
  name: 'previewCancellation',
  access: owner,
  input: z.strictObject({ subscriptionId }),
  output: z.object({
    /** Credit that no invoice has used, and that none will use afterwards; null if there is none. */
    credit: z.nullable(money),
  }),
  refusals: ['billing/rejected', 'billing/provider-unavailable'],
});
