/** A paid invoice, some of which may have gone back. Amounts in minor units. */
interface ReturnedPart {
  readonly total: number;
  readonly returned: number;
  /** The time that it pays for. */
  readonly from: Date;
  readonly to: Date;
  /** Instant up to which that time counts as delivered. */
  readonly at: Date;
}

/**
 * Whether more went back than the delivered time cost. A credit for the rest would then be paid with money that was
 * not kept: what goes back and what is credited never exceed the total together.
 */
export function exceedsDelivered({ total, returned, from, to, at }: ReturnedPart): boolean {
  const wholeMs = to.getTime() - from.getTime();
  const deliveredMs = Math.min(wholeMs, Math.max(0, at.getTime() - from.getTime()));
  return returned > 0 && returned * wholeMs > total * deliveredMs;
}
