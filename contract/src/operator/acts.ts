import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import type { OperatorRight } from './rights.ts';

/** Each act of operators on a person, with the right that it takes. */
export const accountActRights = {
  note: 'look',
  'end-sessions': 'help',
  'lift-limits': 'help',
  verify: 'admin',
  disable: 'admin',
  enable: 'admin',
  'send-reset': 'admin',
  'remove-factors': 'admin',
  'change-address': 'admin',
  'stop-address-change': 'admin',
  delete: 'admin',
  keep: 'admin',
} as const satisfies Readonly<Record<string, OperatorRight>>;

export type AccountAct = keyof typeof accountActRights;

/** Acts that take effect later, and may be stopped until then. */
export type PlannedAct = Extract<AccountAct, 'change-address' | 'delete'>;

/**
 * How a planned act ended. `stopped` by an operator, `stopped-by-person` from the mailbox that was told, `void` because the
 * person changed the address or got the account back, `lapsed` without the new mailbox, `not-allowed` for operators,
 * by the policy of sign-ups, and while the account owns projects.
 */
export const planEnds = [
  'done',
  'stopped',
  'stopped-by-person',
  'replaced',
  'void',
  'lapsed',
  'address-taken',
  'not-allowed',
] as const;

export type PlanEnd = (typeof planEnds)[number];

/** Each act of operators on a project, with the right that it takes. */
export const subscriptionActRights = {
  note: 'look',
  resync: 'help',
  'resend-invite': 'help',
  refund: 'money',
  'end-now': 'money',
  'end-with-period': 'money',
  resume: 'money',
  'extend-trial': 'money',
  'give-free-time': 'money',
  'end-free-time': 'money',
  'give-free-plan': 'money',
  'move-price': 'money',
  transfer: 'money',
  approve: 'money',
  decline: 'money',
} as const satisfies Readonly<Record<string, OperatorRight>>;

/** Bounds of `extend-trial`, and of `give-free-time` and `give-free-plan`. */
export const mostTrialDays = 365;
export const mostFreeMonths = 36;

export type SubscriptionAct = keyof typeof subscriptionActRights;

/** Why an operator looks or acts, for the customer's history: a sentence, or the number of a ticket. */
export const reason = z
  .string()
  .check(z.trim(), z.minLength(3, 'must have 3 to 500 characters.'), z.maxLength(500));

/** Number of the newest act that the operator was shown; 0 if there was none. */
export const seen = z.int().check(z.nonnegative());

/** Details that an act was asked for with. */
export const actDetails = z.object({
  /** Provider's id. */
  invoiceId: z.optional(z.string()),
  /** Minor units of the invoice's currency. */
  amount: z.optional(z.int()),
  inviteId: z.optional(z.string()),
  /** uid. */
  memberId: z.optional(z.string()),
  days: z.optional(z.int()),
  months: z.optional(z.int()),
  planId: z.optional(z.string()),
  of: z.optional(z.int()),
  /** New address. */
  email: z.optional(z.string()),
});

export type ActDetails = z.infer<typeof actDetails>;

const actState = z.enum(['done', 'under-way', 'refused', 'waiting', 'approved', 'declined']);

/** An act, or a look, as the history shows it. */
export const pastAct = z.object({
  /** Counts the acts on this person or project from 1; null for a look, which changes nothing. */
  number: z.nullable(z.int()),
  /** Name of the act; `look` for a look. */
  act: z.string(),
  details: actDetails,
  reason: z.string(),
  /** Address of the operator; null for the command line, and once the account is gone. */
  operator: z.nullable(z.string()),
  at: instant,
  /**
   * `refused` by the payment provider; `under-way` until it has answered. What needs a second operator is `waiting` until
   * it is `approved` by another act, which has its end, or `declined`.
   */
  state: actState,
  /** Absent while a planned act waits, and for acts that take effect immediately. */
  end: z.optional(z.enum(planEnds)),
});

export type PastAct = z.infer<typeof pastAct>;

/** Answer to an act: its number, and how it stands. */
export const actAnswer = z.object({
  number: z.int(),
  state: actState,
});
