import type { PriceChange } from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { dayMs, itemsAt, type Subscribed, subscribe } from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** 4,000 cents a month. */
export const proMonth = itemsAt('price_pro_month');
/** 40,000 cents a year. */
export const proYear = itemsAt('price_pro_year');
/** 8,000 and 4,000 cents a month. */
export const enterpriseMonth = itemsAt('price_enterprise_month', 'price_enterprise_extra_month');
/** 80,000 and 40,000 cents a year. */
export const enterpriseYear = itemsAt('price_enterprise_year', 'price_enterprise_extra_year');
/** 3,900 cents of a euro a month. */
export const proMonthEur = itemsAt('price_pro_month_eur');
/** 39,000 cents of a euro a year. */
export const proYearEur = itemsAt('price_pro_year_eur');

/** A provider's own clock may run on while a test waits for it. */
export const momentMs = 30_000;

/** Moves on to the next time that the calendar shows this day, at noon in UTC. Months are 1 to 12. */
export async function travelTo(rig: ProviderRig, month: number, day: number): Promise<Date> {
  const now = await rig.now();
  const years = Array.from({ length: 9 }, (_, after) => now.getUTCFullYear() + after);
  const noon = years
    .map((year) => new Date(Date.UTC(year, month - 1, day, 12)))
    .find((at) => at > now && at.getUTCDate() === day);
  if (!noon) {
    throw new Error(`No year has a ${month}/${day}.`);
  }
  await rig.advance(noon.getTime() - now.getTime());
  return noon;
}

/** Moves on to a moment after the end of the present period. */
export async function passEnd(
  rig: ProviderRig,
  { periodEnd }: Pick<Subscribed['subscription'], 'periodEnd'>,
): Promise<void> {
  await rig.advance((periodEnd?.getTime() ?? 0) - (await rig.now()).getTime() + 2 * momentMs);
}

interface Period {
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
}

/** The part of an amount that pays for the rest of the period, half a cent upwards. */
export function unusedPart(amount: number, { periodStart, periodEnd }: Period, at: Date): number {
  const [start, end] = [periodStart?.getTime() ?? 0, periodEnd?.getTime() ?? 0];
  return Math.round((amount * (end - at.getTime())) / (end - start));
}

/** Half of the period, to the second. */
function halfOf({ periodStart, periodEnd }: Period): number {
  return ((periodEnd?.getTime() ?? 0) - (periodStart?.getTime() ?? 0)) / 2;
}

export interface Changing extends Subscribed {
  readonly change: PriceChange;
  readonly at: Date;
}

interface Wanted {
  readonly from: readonly PriceItem[];
  readonly to: readonly PriceItem[];
  readonly cardId?: string;
  /** Time from the purchase to the change; half of the period where it is left out. */
  readonly afterMs?: number;
}

/** Bought on April 10, whose month has 30 days, and to be changed later in the first period. */
export async function fromApril(
  rig: ProviderRig,
  { from, to, cardId, afterMs }: Wanted,
): Promise<Changing> {
  await travelTo(rig, 4, 10);
  const subscribed = await subscribe(rig, from, cardId);
  const { subscription } = subscribed;
  const waitMs = afterMs ?? halfOf(subscription);
  await rig.advance(waitMs);
  const at = new Date((subscription.periodStart?.getTime() ?? 0) + waitMs);
  const change = { providerSubscriptionId: subscription.id, items: to, at };
  return { ...subscribed, change, at };
}

/** Ten days and an odd rest, which divides badly. */
export const oddMs = 10 * dayMs + 12_345_000;

/** Moves an instant on by months at its time of the day, to a day that every month has. */
export function monthsLater(at: Date, count: number): Date {
  const later = new Date(at);
  later.setUTCMonth(at.getUTCMonth() + count);
  return later;
}
