import * as z from 'zod/mini';
import { currency } from '../billing/price-name.ts';

/** A month of the calendar, in UTC: `2026-11`. */
export const month = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11.'));

/** Most months that one call answers. */
export const mostRevenueMonths = 36;

/** Movements of a month; a project is in one of them. */
export const movementFigures = [
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn',
  'mrr',
] as const;

export type MovementFigure = (typeof movementFigures)[number];

/** Sums of cash, of tax and of failed payments, by invoice. */
export const invoiceFigures = [
  'paid',
  'paid_outside',
  'refunded',
  'disputed',
  'failed',
  'recovered',
  'tax',
] as const;

/** Figures about today, whatever the month is. */
export const presentFigures = ['owed', 'trials_running'] as const;

/** Figures that have no currency. */
export const trialFigures = ['trials', 'stayed', 'trials_running'] as const;

/** Figures that have rows behind them. */
export const revenueFigures = [
  ...movementFigures,
  ...invoiceFigures,
  ...presentFigures,
  'trials',
  'stayed',
] as const;

export type RevenueFigure = (typeof revenueFigures)[number];

/** Names the rows behind a figure. */
export const rowsOfFigure = {
  /** Left out for trials, which have none. */
  currency: z.optional(currency),
  figure: z.enum(revenueFigures),
  /** A plan and period, or a tax, as `getRevenue` names it; all of the figure if it is left out. */
  group: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
};
