import type { Money } from '@hearth/contract';
import type { PromotionCode } from '../../../port/promotion-code.ts';

/** A promotion code as the sandbox has it. */
export interface SandboxCode extends PromotionCode {
  readonly expiresAt: Date | null;
  /** Purchases with it, all customers together; null for any number. */
  readonly maxRedemptions: number | null;
  /** Lowest price that it can be used for; null for any, in any currency. */
  readonly minimum: Money | null;
}

const plain = {
  percentOff: null,
  amountOff: null,
  duration: 'once',
  months: null,
  isFirstPurchaseOnly: false,
  expiresAt: null,
  maxRedemptions: null,
  minimum: null,
} as const;

const usd = (amount: number): Money => ({ amount, currency: 'usd' });

/** Codes for trying out; Stripe's are made in its dashboard. */
export const sandboxCodes: readonly SandboxCode[] = [
  { ...plain, id: 'promo_half', code: 'HALF', percentOff: 50 },
  {
    ...plain,
    id: 'promo_first',
    code: 'FIRST20',
    percentOff: 20,
    duration: 'repeating',
    months: 3,
    isFirstPurchaseOnly: true,
    minimum: usd(3_000),
  },
  { ...plain, id: 'promo_five', code: 'FIVEOFF', amountOff: usd(500), duration: 'forever' },
  { ...plain, id: 'promo_gift', code: 'GIFT', percentOff: 100 },
  { ...plain, id: 'promo_single', code: 'SINGLE', percentOff: 50, maxRedemptions: 1 },
  {
    ...plain,
    id: 'promo_old',
    code: 'OLD',
    percentOff: 50,
    expiresAt: new Date('2023-11-14T22:13:20Z'),
  },
];

interface Redeeming {
  readonly price: Money;
  readonly at: Date;
  /** Purchases with the code until now. */
  readonly redemptions: number;
}

/** Whether a new customer can redeem the code now for that price. */
export function isRedeemable(
  { amountOff, expiresAt, maxRedemptions, minimum }: SandboxCode,
  { price, at, redemptions }: Redeeming,
): boolean {
  const isOver = expiresAt !== null && expiresAt <= at;
  const isUsedUp = maxRedemptions !== null && redemptions >= maxRedemptions;
  const isTooCheap =
    minimum !== null && (minimum.currency !== price.currency || price.amount < minimum.amount);
  const isForeign = amountOff !== null && amountOff.currency !== price.currency;
  return !(isOver || isUsedUp || isTooCheap || isForeign);
}
