import * as contract from '@hearth/contract';
import {
  countRunningTrials,
  countTrials,
  listCash,
  listFailed,
  listMovements,
  listOwed,
  listTaxes,
  readTimelines,
  sumOf,
  toMinor,
  toPlanGroup,
} from '../../billing/index.ts';
import { read } from '../operation.ts';
import { listMonths, type Month } from './months.ts';

type Movements = ReturnType<typeof listMovements>;
type OfCurrency = contract.Revenue['currencies'][number];

/** Rows of all months and currencies. */
interface Stored {
  readonly cash: Awaited<ReturnType<typeof listCash>>;
  readonly failed: Awaited<ReturnType<typeof listFailed>>;
  readonly taxes: Awaited<ReturnType<typeof listTaxes>>;
}

interface Read extends Month {
  readonly movements: Movements;
}

/** The business month by month, in each currency that anybody has paid in. */
export const getRevenue = read(contract.getRevenue, async ({ from, to }, context) => {
  const { db, clock, settings } = context;
  const now = clock.now();
  const months = listMonths(from, to, now);
  const span = { start: months[0]?.start ?? now, end: months.at(-1)?.end ?? now };
  const timelines = await readTimelines(db, settings);
  const read = months.map((month) => ({ ...month, movements: listMovements(timelines, month) }));
  const stored = {
    cash: await listCash(db, span),
    failed: await listFailed(db, span),
    taxes: await listTaxes(db, span),
  };
  const owed = await listOwed(db);
  const trials = await countTrials(db, span);
  const currencies = new Set([
    ...timelines.flatMap(({ steps }) => steps.map(({ currency }) => currency)),
    ...[...stored.cash, ...stored.failed, ...stored.taxes, ...owed].map((one) => one.currency),
  ]);
  return {
    currencies: [...currencies].sort().map((currency) => ({
      currency,
      months: read.map((month) => toSums(month, stored, currency)),
      plans: toPlans(read.at(-1)?.movements ?? [], currency),
      owing: owed.find((one) => one.currency === currency)?.owing ?? 0,
      owed: owed.find((one) => one.currency === currency)?.owed ?? 0,
    })),
    trials: months.map(({ name }) => {
      const { begun = 0, paid = 0 } = trials.find(({ month }) => month === name) ?? {};
      return { month: name, begun, stayed: paid };
    }),
    trials_running: await countRunningTrials(db, now),
  };
});

function toSums(
  { name, movements }: Read,
  { cash, failed, taxes }: Stored,
  currency: string,
): OfCurrency['months'][number] {
  const isOfMonth = (row: { readonly month: string; readonly currency: string }) =>
    row.month === name && row.currency === currency;
  const sums = sumOf(movements.filter((one) => one.currency === currency));
  const ofCash = cash.find(isOfMonth);
  const ofFailed = failed.find(isOfMonth);
  return {
    month: name,
    mrr_before: toMinor(sums.start),
    new: toMinor(sums.new),
    reactivation: toMinor(sums.reactivation),
    expansion: toMinor(sums.expansion),
    contraction: toMinor(sums.contraction),
    churn: toMinor(sums.churn),
    mrr: toMinor(sums.end),
    paying: sums.paying,
    paid: ofCash?.paid ?? 0,
    paid_outside: ofCash?.paidOutside ?? 0,
    refunded: ofCash?.refunded ?? 0,
    disputed: ofCash?.disputed ?? 0,
    failed_invoices: ofFailed?.failedInvoices ?? 0,
    failed: ofFailed?.failed ?? 0,
    recovered_invoices: ofFailed?.recoveredInvoices ?? 0,
    recovered: ofFailed?.recovered ?? 0,
    tax: ofCash?.tax ?? 0,
    taxes: taxes.filter(isOfMonth).map(({ isReverseCharge, ...tax }) => ({
      ...tax,
      reverse_charge: isReverseCharge,
    })),
  };
}

/** By MRR, the largest first. */
function toPlans(movements: Movements, currency: string): OfCurrency['plans'] {
  const groups = new Map<string, OfCurrency['plans'][number]>();
  for (const movement of movements.filter((one) => one.currency === currency && one.to > 0)) {
    const { planId = null, frequency, to } = movement;
    const group = toPlanGroup(movement);
    const { projects, mrr } = groups.get(group) ?? { projects: 0, mrr: 0 };
    const sum = { projects: projects + 1, mrr: mrr + toMinor(to) };
    groups.set(group, { group, plan_id: planId, frequency, ...sum });
  }
  return [...groups.values()].sort((one, other) => other.mrr - one.mrr);
}
