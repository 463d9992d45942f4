import type { Money } from '@hearth/contract';
import { endOfDiscount, type PromotionCode } from '../../port/promotion-code.ts';
import type { SandboxPlan } from './catalogue.ts';
import { type Debit, type InvoiceLine, type Period, periodLines, sum } from './proration.ts';

/** Discount of a running subscription, as JSON keeps it. */
export interface SandboxDiscount {
  readonly codeId: string;
  readonly percentOff: number | null;
  readonly amountOff: Money | null;
  /** ISO 8601; null where it never ends. */
  readonly endsAt: string | null;
}

/** A discount of one purchase at that instant. */
export function newDiscount(
  { id, percentOff, amountOff, duration, months }: PromotionCode,
  at: Date,
): SandboxDiscount {
  const endsAt = duration === 'repeating' ? endOfDiscount(at, months).toISOString() : null;
  return { codeId: id, percentOff, amountOff, endsAt };
}

/** Minor units that come off the lines that charge something; never more than these. */
export function computeDiscount(
  lines: readonly Pick<InvoiceLine, 'amount'>[],
  discount: SandboxDiscount | null,
  at: Date,
): number {
  if (!discount || (discount.endsAt !== null && new Date(discount.endsAt) <= at)) {
    return 0;
  }
  const charged = lines.filter(({ amount }) => amount > 0);
  const { percentOff, amountOff } = discount;
  return percentOff === null
    ? Math.min(amountOff?.amount ?? 0, sum(charged))
    : sum(charged.map(({ amount }) => ({ amount: Math.round((amount * percentOff) / 100) })));
}

/** Minor units that come off the plan's price when the period ends. */
export function renewalDiscount(
  plan: SandboxPlan,
  { discount, ...period }: Period & { readonly discount: SandboxDiscount | null },
): number {
  return computeDiscount(periodLines(plan, period), discount, period.periodEnd);
}

/** Charged by these lines; null where that is their whole price. */
export function debitOf(lines: readonly InvoiceLine[], discount: number): Debit | null {
  const charged = lines.filter(({ amount }) => amount > 0);
  const [first] = charged;
  return first && discount > 0 ? { amount: sum(charged) - discount, from: first.from } : null;
}
