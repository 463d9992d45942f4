import { type Answers, all, answered, calls, held, refused } from '../support/answers.ts';
import { longName } from './console-states.ts';
import { failure, type PageState, type StatesByPath, skeleton } from './page-state.ts';

const monthNames = ['2026-09', '2026-10', '2026-11'];

const tax = {
  group: 'DE//19/',
  country: 'DE',
  state: null,
  rate: 19,
  reverse_charge: false,
  taxable: 400_000,
  tax: 76_000,
  invoices: 12,
};
const taxes = [
  tax,
  {
    ...tax,
    group: 'US/NY/8.875/',
    country: 'US',
    state: 'NY',
    rate: 8.875,
    taxable: 4_000,
    tax: 355,
    invoices: 1,
  },
  { ...tax, group: 'AT//0/reverse', country: 'AT', rate: 0, reverse_charge: true, tax: 0 },
  { ...tax, group: '///', country: null, rate: null, taxable: 0, tax: 12, invoices: 3 },
];

const months = monthNames.map((month, index) => ({
  month,
  mrr_before: 1_000_000 + index * 250_000,
  new: 300_000,
  reactivation: 40_000,
  expansion: 90_000.333,
  contraction: 20_000,
  churn: 120_000 - index * 30_000,
  mrr: 1_250_000 + index * 250_000,
  paying: 312 + index,
  paid: 1_312_400,
  paid_outside: 40_000,
  refunded: 12_000,
  disputed: 0,
  failed_invoices: 7,
  failed: 28_000,
  recovered_invoices: 5,
  recovered: 20_000,
  tax: 76_367,
  taxes,
}));

const plans = [
  { group: 'pro/month', plan_id: 'pro', frequency: 'month', projects: 200, mrr: 800_000 },
  { group: 'pro/week', plan_id: 'pro', frequency: 'week', projects: 100, mrr: 433_333.33 },
  { group: '/year', plan_id: null, frequency: 'year', projects: 14, mrr: 16_666.67 },
];

const usd = { currency: 'usd', months, plans, owing: 2, owed: 8_000 };
const jpy = {
  ...usd,
  currency: 'jpy',
  plans: [],
  owing: 0,
  owed: 0,
  months: months.map((month) => ({ ...month, taxes: [] })),
};

const revenue = {
  currencies: [usd, jpy],
  trials: monthNames.map((month, index) => ({ month, begun: 20 * index, stayed: 7 * index })),
  trials_running: 9,
};
const nothing = { currencies: [], trials: [], trials_running: 0 };

const project = { subscription_id: 'Ab3dEf6hIj9lMn2pQr5t', name: 'Acme Analytics' };

const movements = {
  rows: [
    { ...project, plan_id: 'pro', frequency: 'month', before: 4_000, after: 12_000 },
    { ...project, name: longName, plan_id: null, frequency: 'week', before: 0, after: 4_333.33 },
    { ...project, name: null, plan_id: 'pro', frequency: 'year', before: 0, after: 3_333.33 },
  ],
  total: 120,
};
const taxed = {
  rows: taxes.map(({ tax: amount, taxable, country, state, rate, reverse_charge }) => ({
    ...project,
    at: '2026-11-20T10:00:00.000Z',
    invoice: 'ACME-0001',
    ...{ amount, taxable, country, state, rate, reverse_charge },
  })),
  total: 4,
};

const inside = (role: string, ...answers: Answers[]): Answers =>
  all(answered(calls.operator, { role }), ...answers);

const reading = (answers: Answers) => ({
  as: 'newcomer' as const,
  query: '?from=2026-09&to=2026-11',
  answers: inside('billing', answers),
});

const rowsOf = (figure: string, answers: Answers): Omit<PageState, 'name' | 'shows'> => ({
  as: 'newcomer',
  query: `?figure=${figure}&month=2026-11&currency=usd`,
  answers: inside('billing', answers),
});

/** The page with the figures of the business. */
export const businessStates: StatesByPath = {
  '/operator/business': [
    { name: 'figures', ...reading(answered(calls.revenue, revenue)), shows: 'main [role=group]' },
    {
      name: 'nothing sold',
      ...reading(answered(calls.revenue, nothing)),
      shows: 'main h2',
    },
    {
      name: 'wrong months',
      ...reading(answered(calls.revenue, revenue)),
      query: '?from=2026-11&to=2026-09',
      shows: '[aria-invalid=true]',
      isLong: true,
    },
    {
      name: 'no right',
      as: 'newcomer',
      answers: inside('support'),
      shows: 'main h2',
    },
    {
      name: 'loading',
      ...reading(held(calls.revenue)),
      shows: skeleton,
      mayLoad: true,
      isLong: true,
    },
    { name: 'error', ...reading(refused(calls.revenue)), shows: failure, isLong: true },
    {
      name: 'rows of new',
      ...rowsOf('new', answered(calls.revenueRows, movements)),
      shows: 'main table',
    },
    {
      name: 'rows of tax',
      ...rowsOf('tax', answered(calls.revenueRows, taxed)),
      shows: 'main table',
    },
    {
      name: 'no rows',
      ...rowsOf('churn', answered(calls.revenueRows, { rows: [], total: 0 })),
      shows: 'main h1',
      isLong: true,
    },
    {
      name: 'rows loading',
      ...rowsOf('new', held(calls.revenueRows)),
      shows: skeleton,
      mayLoad: true,
      isLong: true,
    },
    {
      name: 'rows error',
      ...rowsOf('new', refused(calls.revenueRows)),
      shows: failure,
      isLong: true,
    },
  ],
};
