import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { document } from '../entry.ts';
import { instant } from '../fields.ts';

const finding = z.object({
  /** Name of the finding, as in docs/operating.md. */
  id: z.string(),
  /** A warning may be meant so. */
  severity: z.enum(['fault', 'warning']),
  /** Sentence, in English as the next one. */
  problem: z.string(),
  /** Step that mends it. */
  fix: z.string(),
});

/** Findings of `npm run hearth -- doctor`. */
export type Examination = z.infer<typeof examineInstallation.output>;

/** Runs the checks of the doctor on this server; takes up to ten seconds, and is made once for all who ask within a minute. */
export const examineInstallation = document({
  method: 'GET',
  path: '/v1/operator/examination',
  access: operatorFor('admin'),
  input: z.strictObject({}),
  output: z.object({
    at: instant,
    /** How many checks there are. */
    checks: z.int(),
    /** Faults first. */
    findings: z.array(finding),
    /** Checks that could not be made, each with the reason in English. */
    not_checked: z.array(z.object({ check: z.string(), reason: z.string() })),
  }),
  refusals: [],
});
