import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { document } from '../entry.ts';
import { instant } from '../fields.ts';
import { actDetails } from './acts.ts';

/** Work that waits, with the instant since which the oldest does; null if none waits. */
const waiting = z.object({ count: z.int(), since: z.nullable(instant) });

const waitingAct = z.object({
  subscription_id: z.string(),
  /** Name of the project; null if it has none. */
  name: z.nullable(z.string()),
  /** Number of the act on the project. */
  number: z.int(),
  act: z.string(),
  details: actDetails,
  reason: z.string(),
  /** Address of the operator who asked; null once the account is gone. */
  operator: z.nullable(z.string()),
  at: instant,
});

/** Waiting work, as the page of operators shows it. */
export type OperatorNow = z.infer<typeof getOperatorNow.output>;

/** Counts the work that waits: emails, changes of money, events, webhooks, backups, and acts for a second operator. */
export const getOperatorNow = document({
  method: 'GET',
  path: '/v1/operator/now',
  access: operatorFor('look'),
  input: z.strictObject({}),
  output: z.object({
    /** Not sent yet, though tried or due. */
    emails: waiting,
    /** Emails of the last 30 days that are not tried again. */
    emails_given_up: z.int(),
    /** Changes of money that the payment provider has not answered yet. */
    changes: waiting,
    /** Events of the payment provider that are not processed yet. */
    events: waiting,
    /** Background jobs that are due for ten minutes. */
    overdue_jobs: waiting,
    /** Webhook endpoints that Hearth has turned off, or whose deliveries fail. */
    failing_endpoints: z.int(),
    /** Deliveries to webhook endpoints that wait. */
    waiting_deliveries: z.int(),
    /** When the newest backup was taken; null before the first one. */
    backup_at: z.nullable(instant),
    /** Acts that wait for a second operator, oldest first, at most 100. */
    acts: z.array(waitingAct),
  }),
  refusals: [],
});
