import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { document } from '../entry.ts';
import { instant, uid } from '../fields.ts';
import { session } from '../identity/session.ts';
import { pastAct, reason } from './acts.ts';
import { operatorRoles } from './rights.ts';

const mail = z.object({
  id: z.string(),
  kind: z.string(),
  at: instant,
  /** Null until the mail server took it. */
  sent_at: z.nullable(instant),
  /** `given-up` after twelve attempts, `held` until its time has come. */
  state: z.enum(['sent', 'waiting', 'held', 'given-up']),
});

/** A change or sign-in of the account. Its origin is known until the person is erased. */
const securityEvent = z.object({
  id: z.string(),
  action: z.string(),
  at: instant,
  /** Whether the person did it. */
  own: z.boolean(),
  address: z.string(),
  user_agent: z.string(),
});

/** A person as operators see them. */
export type AccountSheet = z.infer<typeof lookAtAccount.output>;

/**
 * Reads all that helps a person who asks for help. The look and its reason stand in the history of the person, once in
 * fifteen minutes.
 */
export const lookAtAccount = document({
  method: 'POST',
  path: '/v1/operator/accounts/{uid}/look',
  access: operatorFor('look'),
  input: z.strictObject({ uid, reason }),
  output: z.object({
    uid,
    email: z.string(),
    email_verified: z.boolean(),
    name: z.string(),
    language: z.nullable(z.string()),
    created_at: instant,
    last_signed_in_at: instant,
    /** Since when an operator keeps the account out; null while it may sign in. */
    disabled_at: z.nullable(instant),
    /** Change of address that an operator has begun; null if none waits. */
    address_change: z.nullable(
      z.object({
        /** New address. */
        email: z.string(),
        /** Whether the new mailbox has confirmed it. */
        confirmed: z.boolean(),
        /** It takes effect then, or as soon as the new mailbox confirms it later. */
        takes_effect_at: instant,
        /** It is given up then. */
        gives_up_at: instant,
      }),
    ),
    /** When the account is deleted, as an operator has planned; null if it stays. */
    deletes_at: z.nullable(instant),
    /** Role, if the person is an operator: most acts are refused then. */
    operator_role: z.nullable(z.enum(operatorRoles)),
    /** Whether the caller may see the product as this person does. */
    can_be_seen: z.boolean(),
    has_password: z.boolean(),
    /** `google.com` or another provider, with the address there. */
    providers: z.array(z.object({ provider: z.string(), email: z.string() })),
    passkeys: z.int(),
    second_factors: z.int(),
    recovery_codes_left: z.int(),
    sessions: z.array(session),
    projects: z.array(
      z.object({
        subscription_id: z.string(),
        name: z.nullable(z.string()),
        plan_id: z.string(),
        status: z.string(),
        is_owner: z.boolean(),
        permissions: z.array(z.string()),
      }),
    ),
    /** Newest first, at most 50. */
    mails: z.array(mail),
    /** Newest first, at most 50. */
    events: z.array(securityEvent),
    /** Actions that the person did too often and may not do for now: `sign-in`, `mail reset` … */
    limits: z.array(z.string()),
    /** Newest first, at most 100. */
    acts: z.array(pastAct),
    /** For the next act. */
    seen: z.int(),
  }),
  refusals: ['account/unknown'],
});
