import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { frequency } from './price-name.ts';

/** A plan change that takes effect by itself when the paid period ends. */
export const scheduledChange = z.object({
  /** Id of a plan of the configuration. */
  plan_id: z.string(),
  /** How often it is charged then; null if nothing will be charged. */
  frequency: z.nullable(frequency),
  /** When it takes effect. */
  at: instant,
});

export type ScheduledChange = z.infer<typeof scheduledChange>;
