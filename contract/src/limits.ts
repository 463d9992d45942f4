import * as z from 'zod/mini';
import type { Registered } from './register.ts';

/** The object's fields are `count` or `included`. */
export type LimitsSchema = z.ZodMiniObject<Record<string, typeof count | typeof included>>;

/** Limit of a plan that is counted: the most that is allowed, or null without a bound. */
export const count = z.nullable(z.int().check(z.minimum(0)));

/** Whether something is in the plan. */
export const included = z.boolean();

/** Limits of a plan by their names, whatever schema they have. */
export const anyLimits = z.record(z.string(), z.union([count, included]));

export type AnyLimits = Readonly<z.infer<typeof anyLimits>>;

/** Limits of a plan as the registered schema has them. */
export type AppLimits = ReadBy<Registered<'limits', undefined>>;

/** Output of a schema; an object with unknown fields if there is no schema. */
export type ReadBy<Schema> = Schema extends z.core.$ZodType
  ? Readonly<z.core.output<Schema>>
  : object;

/** Limits of a subscription, typed as the product has registered them. */
export const appLimits: z.ZodMiniType<AppLimits> = z.record(z.string(), z.union([count, included]));

/** Limits of an answer, typed as registered: the start of the server has checked them by that schema. */
export function toAppLimits(limits: object | undefined): AppLimits | undefined {
  return limits;
}
