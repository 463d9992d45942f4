import type { CostLine as CostLineDocument, HearthConfig } from '@hearth/contract';
import type { CostLine } from '../amounts.ts';
import type { PriceItem } from '../price-item.ts';
import { listPlanPrices, pricedPlanOfInvoice } from './plan.ts';

/** The line of a trial, which costs nothing. */
export function trialLines({
  items,
  from,
  to,
}: {
  readonly items: readonly PriceItem[];
  readonly from: Date;
  readonly to: Date;
}): CostLine[] {
  const [item] = items;
  return item
    ? [{ kind: 'trial', amount: 0, priceId: item.price, quantity: item.quantity, from, to }]
    : [];
}

interface Balanced {
  readonly total: number;
  readonly due: number;
  /** Customer's balance before, in minor units: credit, or below zero a debt. */
  readonly credit: number;
}

/** Lines between a total and what is due: the customer's balance pays or adds to it, or takes what cannot be charged. */
export function toBalanceLines({ total, due, credit }: Balanced): CostLine[] {
  if (total < 0) {
    // A debt takes what is given back first; only the rest is kept.
    const settled = Math.min(-total, Math.max(0, -credit));
    return keepSums([
      { kind: 'debt', amount: due + settled },
      { kind: 'credit-kept', amount: -total - settled },
    ]);
  }
  const used = Math.max(0, Math.min(total, credit));
  const rest = due - (total - used);
  return keepSums([
    { kind: 'credit-used', amount: -used },
    { kind: rest < 0 ? 'carried' : 'debt', amount: rest },
  ]);
}

/** Leaves out sums of 0, which explain nothing. */
export function keepSums(lines: readonly CostLine[]): CostLine[] {
  return lines.filter(({ amount }) => amount !== 0);
}

/** Converts the lines into their form on the wire: prices of one plan for one time are one line, and so is all that no plan has. */
export function toLineDocuments(
  lines: readonly CostLine[],
  currency: string,
  settings: Pick<HearthConfig, 'plans'>,
): CostLineDocument[] {
  const documents = [...groupByTime(lines).values()].flatMap((group) =>
    toDocuments(group, settings),
  );
  const merged = new Map<string, CostLineDocument>();
  for (const { amount, ...named } of documents) {
    const key = JSON.stringify(named);
    const before = merged.get(key)?.amount.amount ?? 0;
    merged.set(key, { ...named, amount: { amount: before + amount, currency } });
  }
  return [...merged.values()];
}

function groupByTime(lines: readonly CostLine[]): Map<string, CostLine[]> {
  const groups = new Map<string, CostLine[]>();
  for (const line of lines) {
    const key = `${line.kind} ${line.from?.getTime()} ${line.to?.getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups;
}

type Unpriced = Omit<CostLineDocument, 'amount'> & { readonly amount: number };

/** Lines of one kind and time. */
function toDocuments(
  lines: readonly CostLine[],
  settings: Pick<HearthConfig, 'plans'>,
): Unpriced[] {
  const priced = pricedPlanOfInvoice(
    settings,
    lines.flatMap(({ priceId }) => priceId ?? []),
  );
  const planIds = new Set(priced && listPlanPrices([priced.plan]));
  return lines.map(({ kind, amount, priceId, quantity, from, to }) => {
    if (!priced || priceId == null || !planIds.has(priceId)) {
      const isTime = kind === 'plan' || kind === 'unused-time';
      return { kind: isTime ? 'other' : kind, amount };
    }
    const { plan, price } = priced;
    return {
      kind,
      amount,
      plan_id: plan.id,
      ...(!plan.free && { frequency: price.frequency }),
      ...(quantity != null && { quantity }),
      ...(from && to && { period: { start: from.toISOString(), end: to.toISOString() } }),
    };
  });
}
