import { type Money, toChargeable } from '@hearth/contract';
import { endOfDiscount, type PromotionCode } from '../../../port/promotion-code.ts';
import { type Debit, type InvoiceLine, sum } from './proration.ts';

/** Discount of a running subscription, as JSON keeps it. */
export interface SandboxDiscount {
  readonly codeId: string;
  readonly percentOff: number | null;
  readonly amountOff: Money | null;
  /** ISO 8601; null where it never ends. */
  readonly endsAt: string | null;
  /** Set where the first invoice that charges for a period uses it up. */
  readonly isOnce?: true;
}

/** A discount of one purchase at that instant. */
export function newDiscount(
  { id, percentOff, amountOff, duration, months }: PromotionCode,
  at: Date,
): SandboxDiscount {
  const endsAt = duration === 'repeating' ? endOfDiscount(at, months).toISOString() : null;
  const once = duration === 'once' ? { isOnce: true as const } : {};
  return { codeId: id, percentOff, amountOff, endsAt, ...once };
}

/** Minor units that come off the lines that charge something; never more than these. */
export function computeDiscount(
  lines: readonly Pick<InvoiceLine, 'amount'>[],
  discount: SandboxDiscount | null,
  at: Date,
): number {
  return shareDiscount(lines, discount, at).reduce((total, share) => total + share, 0);
}

/** Minor units that come off each line, 0 for a credit. The last charge takes the remainder of an amount. */
export function shareDiscount(
  lines: readonly Pick<InvoiceLine, 'amount'>[],
  discount: SandboxDiscount | null,
  at: Date,
): number[] {
  if (!discount || (discount.endsAt !== null && new Date(discount.endsAt) <= at)) {
    return lines.map(() => 0);
  }
  const { percentOff, amountOff } = discount;
  const charges = lines.map(({ amount }) => Math.max(0, amount));
  return percentOff === null
    ? shareAmount(charges, amountOff)
    : charges.map((charge) => Math.round((charge * percentOff) / 100));
}

function shareAmount(charges: readonly number[], amountOff: Money | null): number[] {
  const { amount = 0, currency = '' } = amountOff ?? {};
  const whole = charges.reduce((total, charge) => total + charge, 0);
  const off = Math.min(amount, whole);
  const last = charges.findLastIndex((charge) => charge > 0);
  let left = off;
  return charges.map((charge, index) => {
    const part = toChargeable((off * charge) / Math.max(1, whole), currency);
    const share = index === last ? left : part;
    left -= share;
    return share;
  });
}

/** Charged by these lines; null where that is their whole price, without a tax. */
export function debitOf(lines: readonly InvoiceLine[], discount: number): Debit | null {
  const charged = lines.filter(({ amount }) => amount > 0);
  const [first] = charged;
  if (!first || (discount === 0 && !first.tax)) {
    return null;
  }
  const { amount: _, ...tax } = first.tax ?? { amount: 0 };
  return {
    amount: sum(charged) - discount,
    from: first.from,
    ...('behavior' in tax && { tax }),
  };
}
