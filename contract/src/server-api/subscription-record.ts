import * as z from 'zod/mini';
import { instant, subscriptionId } from '../fields.ts';
import { subscriptionStatus } from '../subscriptions/subscription.ts';

/** Most keys of a subscription's metadata. */
export const mostMetadataKeys = 50;

export const metadataKey = z.string().check(z.minLength(1), z.maxLength(40));

export const metadataValue = z.string().check(z.maxLength(500));

/** Notes of the operator's own program; members never see them. */
export const metadata = z.record(z.string(), z.string());

export type Metadata = z.infer<typeof metadata>;

/** Limits of the subscription's plan now. */
export const entitlements = z.object({
  /** Whether its members may work: paid, or late with a payment that is still tried again. */
  active: z.boolean(),
  /** Limits of the plan by name; null has no bound. */
  limits: z.record(z.string(), z.union([z.nullable(z.number()), z.boolean()])),
});

export type Entitlements = z.infer<typeof entitlements>;

/** Grows with each change of the subject and is never repeated; of two states keep the one with the greater version. */
export const version = z.int();

/** A subscription as programs with an API key see it. */
export const subscriptionRecord = z.object({
  id: subscriptionId,
  /** uid; stays as a bare id on a canceled subscription whose owner is gone. */
  owner_id: z.string(),
  /** Null until the subscription is named. */
  name: z.nullable(z.string()),
  /** Id of a plan of the configuration; of a canceled subscription its last one. */
  plan_id: z.string(),
  status: subscriptionStatus,
  metadata,
  entitlements,
  create_time: instant,
  /** When it was canceled; null while it runs. */
  ended_at: z.nullable(instant),
  version,
});

export type SubscriptionRecord = z.infer<typeof subscriptionRecord>;
