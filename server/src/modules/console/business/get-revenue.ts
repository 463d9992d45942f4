import * as contract from '@hearth/contract';
import {
  countRunningTrials,
  countTrials,
  listCash,
  listMovements,
  listOwed,
  readTimelines,
  sumOf,
  toMinor,
} from '../../billing/index.ts';
import { read } from '../operation.ts';
import { listMonths, type Month, monthOf } from './months.ts';

type Movements = ReturnType<typeof listMovements>;
type Cash = Awaited<ReturnType<typeof listCash>>;
type OfCurrency = contract.Revenue['currencies'][number];

interface Read extends Month {
  readonly movements: Movements;
  readonly cash: Cash;
}

/** The business month by month, in each currency that anybody has paid in. */
export const getRevenue = read(contract.getRevenue, async ({ from, to }, context) => {
  const { db, clock, settings } = context;
  const at = clock.now();
  const months = listMonths(from, to, at);
  const timelines = await readTimelines(db, settings);
  const owed = await listOwed(db);
  const read: Read[] = [];
  const trials: contract.Revenue['trials'] = [];
  for (const month of months) {
    const movements = listMovements(timelines, month);
    read.push({ ...month, movements, cash: await listCash(db, month) });
    const { begun, paid } = await countTrials(db, month);
    trials.push({ month: month.name, begun, stayed: paid });
  }
  const currencies = [
    ...new Set([
      ...timelines.flatMap(({ steps }) => steps.map(({ currency }) => currency)),
      ...read.flatMap(({ cash }) => cash.map(({ currency }) => currency)),
      ...owed.map(({ currency }) => currency),
    ]),
  ].sort();
  return {
    currencies: currencies.map((currency) => ({
      currency,
      months: read.map((month) => toSums(month, currency)),
      plans: toPlans(read.at(-1)?.movements ?? [], currency),
      owing: owed.find((one) => one.currency === currency)?.owing ?? 0,
      owed: owed.find((one) => one.currency === currency)?.owed ?? 0,
    })),
    trials,
    trials_running: await countRunningTrials(db, at),
  };
});

function toSums({ name, movements, cash }: Read, currency: string): OfCurrency['months'][number] {
  const sums = sumOf(movements.filter((one) => one.currency === currency));
  const ofCash = cash.find((one) => one.currency === currency);
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
    tax: ofCash?.tax ?? 0,
  };
}

/** By MRR, the largest first. */
function toPlans(movements: Movements, currency: string): OfCurrency['plans'] {
  const groups = new Map<string, OfCurrency['plans'][number]>();
  for (const { planId = null, frequency, to } of movements.filter(
    (one) => one.currency === currency && one.to > 0,
  )) {
    const key = `${planId} ${frequency}`;
    const { projects, mrr } = groups.get(key) ?? { projects: 0, mrr: 0 };
    const sum = mrr + toMinor(to);
    groups.set(key, { plan_id: planId, frequency, projects: projects + 1, mrr: sum });
  }
  return [...groups.values()].sort((one, other) => other.mrr - one.mrr);
}

/** The projects behind one figure of a month. */
export const listRevenueRows = read(contract.listRevenueRows, async (input, context) => {
  const { month, currency, figure } = input;
  const { db, clock, settings } = context;
  const timelines = await readTimelines(db, settings);
  const movements = listMovements(timelines, monthOf(month, clock.now()));
  const isIn = ({ kind, to }: Movements[number]) =>
    figure === 'mrr' ? to > 0 : kind === figure || (figure === 'new' && kind === 'reactivation');
  const rows = movements
    .filter((one) => one.currency === currency && isIn(one))
    .map(({ subscriptionId, name, planId, frequency, from, to }) => ({
      subscription_id: subscriptionId,
      name,
      plan_id: planId ?? null,
      frequency,
      before: toMinor(from),
      after: toMinor(to),
    }))
    .sort((one, other) => Math.max(other.before, other.after) - Math.max(one.before, one.after));
  return { rows };
});
