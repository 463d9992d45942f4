import { all, altered, calls } from '../support/answers.ts';
import { form, type PageState } from './page-state.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;
export const endOfPeriod = new Date(Date.now() + weekMs).toISOString();
const paid = { as: 'payer', of: 'paid', isLong: true } as const;
const banner = 'main [role=status]';

/** Answers about a project with something more in its records. */
const projectWith = (record: object, summary: object = record) =>
  all(
    altered(calls.project, (one) => ({ ...one, ...record })),
    altered(calls.billingSummary, (one) => ({ ...one, ...summary })),
  );

interface Summary {
  readonly next_invoice: object;
}

const inTrial = all(
  altered(calls.project, (one) => ({ ...one, trial_end: endOfPeriod })),
  altered<Summary>(calls.billingSummary, (one) => ({
    ...one,
    trial_end: endOfPeriod,
    next_invoice: { ...one.next_invoice, date: endOfPeriod },
  })),
);
const inTrialWithoutCard = projectWith(
  { trial_end: endOfPeriod },
  {
    trial_end: endOfPeriod,
    card: null,
    needs_billing_info: true,
    needs_card: true,
    next_invoice: null,
  },
);
const ending = projectWith(
  { cancel_at: endOfPeriod },
  { cancel_at: endOfPeriod, next_invoice: null },
);
const scheduled = projectWith({
  scheduled: { plan_id: 'enterprise', frequency: 'week', at: endOfPeriod },
});

interface Invoices {
  readonly invoices: readonly object[];
}

const refunded = altered<Invoices>(calls.invoices, (list) => ({
  ...list,
  invoices: list.invoices.map((one) => ({ ...one, refunded: 400, credited: 100 })),
}));

export const pricedBilling: readonly PageState[] = [
  { ...paid, name: 'in its trial', answers: inTrial, shows: 'main dl' },
  {
    ...paid,
    name: 'in its trial, without a card',
    answers: inTrialWithoutCard,
    shows: `${banner} a`,
  },
  { ...paid, name: 'ending', answers: ending, shows: `${banner} button` },
  { ...paid, name: 'change scheduled', answers: scheduled, shows: `${banner} button` },
  { ...paid, name: 'refunded', answers: refunded, shows: 'main table' },
];

export const pricedOverview: readonly PageState[] = [
  { ...paid, name: 'in its trial', answers: inTrial, shows: 'main dl' },
  { ...paid, name: 'ending', answers: ending, shows: `${banner} button` },
  { ...paid, name: 'change scheduled', answers: scheduled, shows: `${banner} button` },
  { ...paid, name: 'refunded', answers: refunded, shows: 'main table' },
];

interface Listed {
  readonly subscriptions: readonly object[];
}

const firstListed = (record: object) =>
  altered<Listed>(calls.projects, ({ subscriptions: [first, ...others] }) => ({
    subscriptions: [{ ...first, ...record }, ...others],
  }));

export const pricedDashboard: readonly PageState[] = [
  {
    name: 'trial',
    as: 'payer',
    answers: firstListed({ trial_end: endOfPeriod }),
    shows: 'main li h3 a',
    isLong: true,
  },
  {
    name: 'ending',
    as: 'payer',
    answers: firstListed({ cancel_at: endOfPeriod }),
    shows: '[aria-labelledby=attention]',
    isLong: true,
  },
];

const nothing = { amount: 0, currency: 'usd' };
/** A change that waits for the end of the period. */
const atTheEnd = {
  endOfPeriod: 'period-end',
  at: endOfPeriod,
  due_now: nothing,
  lines: [],
  credit: nothing,
  next_at: endOfPeriod,
};

export const pricedChange: readonly PageState[] = [
  {
    ...paid,
    name: 'later',
    query: '?plan=enterprise',
    answers: altered(calls.preview, (cost) => ({ ...cost, ...atTheEnd })),
    shows: form,
  },
  { ...paid, name: 'change scheduled', answers: scheduled, shows: 'main li' },
];
