import { toChargeable } from '@hearth/contract';
import type { AmountParts } from '../../../port/payment-provider.ts';
import type { PriceTax, TaxedBuyer } from '../../../port/taxes.ts';
import type { Ledger, SandboxCustomer, SandboxSubscription } from '../ledger.ts';
import type { SandboxPlan } from './catalogue.ts';
import { type SandboxDiscount, shareDiscount } from './discounts.ts';
import { type InvoiceLine, sum } from './proration.ts';
import { findTaxRule, type LineTax, type TaxRule, taxOn } from './tax-rules.ts';

/** Taxes of what an invoice charges. */
export interface Taxing {
  /** Undefined where the place is not known well enough. */
  readonly rule: TaxRule | undefined;
  readonly behavior: PriceTax;
}

interface Pricing {
  readonly discount: SandboxDiscount | null;
  readonly at: Date;
  /** Undefined where no tax is computed. */
  readonly taxing: Taxing | undefined;
  readonly currency: string;
}

export interface PricedLines {
  readonly lines: readonly InvoiceLine[];
  readonly parts: AmountParts;
  /** Minor units, before credit is used. */
  readonly total: number;
}

/** Takes the discount off and then computes the tax of each line. A credit has the tax with which it was charged. */
export function priceLines(
  lines: readonly InvoiceLine[],
  { discount, at, taxing, currency }: Pricing,
): PricedLines {
  const shares = shareDiscount(lines, discount, at).map((share) => toChargeable(share, currency));
  const priced = lines.map((line, index) =>
    withTax(line, { discount: shares[index] ?? 0, taxing, currency }),
  );
  const taxes = priced.flatMap(({ tax }) => (tax ? [tax] : []));
  const off = shares.reduce((total, share) => total + share, 0);
  const subtotal = sum(lines);
  const onTop = sum(taxes.filter(({ behavior }) => behavior === 'exclusive'));
  const isUnknown = taxing !== undefined && taxing.rule === undefined;
  return {
    lines: priced,
    parts: {
      subtotal,
      discount: off,
      tax: isUnknown ? null : sum(taxes),
      isTaxIncluded: taxes.some(({ behavior }) => behavior === 'inclusive'),
      ...(taxes.some(({ reason }) => reason === 'reverse_charge') && { isReverseCharge: true }),
    },
    total: subtotal - off + onTop,
  };
}

function withTax(
  line: InvoiceLine,
  { discount, taxing, currency }: Pick<Pricing, 'taxing' | 'currency'> & { discount: number },
): InvoiceLine {
  const charged = taxing?.rule && { ...taxing.rule, behavior: taxing.behavior };
  const rule: Omit<LineTax, 'amount'> | undefined = line.amount < 0 ? line.tax : charged;
  return rule
    ? {
        ...line,
        tax: { ...rule, amount: toChargeable(taxOn(line.amount - discount, rule), currency) },
      }
    : line;
}

/** Taxes for the customer, or for the buyer who will be saved, with whom stopped ones go on; undefined where there are none. */
export function taxingOf(
  { customer }: Pick<Ledger, 'customer'>,
  { taxes }: Pick<SandboxSubscription, 'taxes'>,
  { plan, buyer }: { plan: SandboxPlan; buyer?: TaxedBuyer | undefined },
): Taxing | undefined {
  const isTaxed = taxes === 'automatic' || (taxes === 'stopped' && buyer !== undefined);
  return isTaxed ? toTaxing(buyer ?? toBuyer(customer), plan) : undefined;
}

export function toTaxing(buyer: TaxedBuyer, { tax }: Pick<SandboxPlan, 'tax'>): Taxing {
  return { rule: findTaxRule(buyer), behavior: tax ?? 'exclusive' };
}

function toBuyer({ details, taxId }: SandboxCustomer): TaxedBuyer {
  return { place: details?.address, taxId: taxId ?? undefined };
}
