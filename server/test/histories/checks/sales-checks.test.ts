import { describe, expect, it } from 'vitest';
import type { BookedInvoice, BookedSubscription, OwnIntent, OwnSubscription } from '../books.ts';
import { findUnchosenPrices } from '../chosen-prices.ts';
import type { Households } from '../households.ts';
import { newPlanted } from '../planted.ts';
import { type Buyer, findUnpaidTime, findWrongTrials } from './trials-once.ts';

/** Whether the checks of trials and scheduled changes see what they are for; the books are written by hand. */
const day = (count: number) => new Date(Date.UTC(2030, 0, count));
const plans = [
  { id: 'free', free: true },
  { id: 'pro', free: false, trial: { days: 5, card: true } },
];

const bought: BookedSubscription = {
  id: 'sub_1',
  customerId: 'cus_1',
  reference: 'project',
  intentId: 'create',
  status: 'active',
  priceIds: ['price_pro_week'],
  price: 1_000,
  createdAt: day(1),
  endsAt: null,
  endedAt: null,
  trialEnd: null,
  scheduled: null,
};

const first: BookedInvoice = {
  id: 'in_first',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  number: 'A-1',
  currency: 'usd',
  reason: 'create',
  status: 'paid',
  total: 1_000,
  due: 1_000,
  createdAt: day(1),
  paidAt: day(1),
  returns: [],
  codes: [],
  isGiven: false,
  discount: 0,
  priceIds: ['price_pro_week'],
  lines: [],
};
const renewal = { ...first, id: 'in_renewal', reason: 'cycle', createdAt: day(8) };

const create: OwnIntent = {
  id: 'create',
  subscriptionId: 'project',
  accountId: 'ada',
  kind: 'create',
  status: 'done',
  createdAt: day(1),
  leasedUntil: day(1),
  priceIds: ['price_pro_week'],
  takesEffectAt: null,
  isAsked: false,
  refusal: null,
};
/** Asked for on the day, to a month or back to a week. */
const change = (count: number, priceId: string, more: Partial<OwnIntent> = {}): OwnIntent => ({
  ...create,
  id: `change ${count}`,
  kind: 'change-plan',
  createdAt: day(count),
  leasedUntil: day(count),
  priceIds: [priceId],
  ...more,
});
const scheduled = (count: number, more: Partial<OwnIntent> = {}) =>
  change(count, 'price_pro_month', { takesEffectAt: day(8), ...more });

interface Written {
  readonly subscriptions?: readonly BookedSubscription[];
  readonly invoices?: readonly BookedInvoice[];
  readonly intents?: readonly OwnIntent[];
  /** Day on which the books are read. */
  readonly today?: number;
}

function write({
  subscriptions = [bought],
  invoices = [first],
  intents = [create],
  today = 7,
}: Written) {
  const own = { id: 'project', status: 'active', planId: 'pro', charged: 'sub_1' };
  return {
    app: { config: { product: { plans } }, clock: { now: () => day(today) } } as never,
    ours: { subscriptions: [own as OwnSubscription], intents } as never,
    theirs: { customers: [], subscriptions, invoices, charges: [], events: [], codes: [] },
    planted: newPlanted(),
  };
}

describe('the check of chosen prices', () => {
  const month = ['price_pro_month'];
  const monthly = { ...bought, priceIds: month };
  const toMonth = { ...renewal, priceIds: month };
  const undo = { ...create, id: 'undo', kind: 'undo-plan-change', priceIds: null };
  const undone = { ...undo, createdAt: day(4), leasedUntil: day(4) };
  const later = { today: 9 };

  it.each<[string, Written]>([
    ['a renewal at the price of the purchase', { ...later, invoices: [first, renewal] }],
    [
      'a scheduled change that took effect',
      {
        ...later,
        subscriptions: [monthly],
        invoices: [first, toMonth],
        intents: [create, scheduled(3)],
      },
    ],
    [
      'one that was undone, and the old price',
      { ...later, invoices: [first, renewal], intents: [create, scheduled(3), undone] },
    ],
    [
      'one that was undone and scheduled again',
      {
        ...later,
        subscriptions: [monthly],
        invoices: [first, toMonth],
        intents: [create, scheduled(3), undone, scheduled(5)],
      },
    ],
    [
      'an undo that was under way when the period turned',
      {
        ...later,
        invoices: [first, renewal],
        intents: [create, scheduled(3), { ...undone, createdAt: day(7), leasedUntil: day(9) }],
      },
    ],
    ['one that is still to come', { intents: [create, scheduled(3)] }],
    [
      'a change that waits for the bank',
      { intents: [create, change(3, 'price_pro_month', { isAsked: true })] },
    ],
  ])('finds no fault in %s', (_, written) => {
    expect(findUnchosenPrices(write(written))).toEqual([]);
  });

  it.each<[string, Written]>([
    ['a renewal at a price that nobody chose', { ...later, invoices: [first, toMonth] }],
    [
      'a scheduled change that did not take effect',
      { ...later, invoices: [first, renewal], intents: [create, scheduled(3)] },
    ],
    [
      'one that was undone and took effect',
      {
        ...later,
        subscriptions: [monthly],
        invoices: [first, toMonth],
        intents: [create, scheduled(3), undone],
      },
    ],
    [
      'one that an end has dropped and took effect',
      {
        ...later,
        invoices: [first, toMonth],
        intents: [create, scheduled(3), { ...undone, kind: 'end-at-period-end' }],
      },
    ],
    [
      'one that took effect before its day',
      { subscriptions: [monthly], intents: [create, scheduled(3)] },
    ],
    [
      'one that took effect twice',
      {
        today: 16,
        invoices: [first, toMonth, { ...toMonth, id: 'in_again', createdAt: day(15) }],
        intents: [create, scheduled(3), change(10, 'price_pro_week')],
      },
    ],
  ])('finds %s', (_, written) => {
    expect(findUnchosenPrices(write(written))).not.toEqual([]);
  });

  it('finds no fault in prices that were changed by hand', () => {
    const both = write({ ...later, invoices: [first, toMonth] });
    both.planted.repriced.add('project');
    expect(findUnchosenPrices(both)).toEqual([]);
  });
});

describe('the check of trials', () => {
  const began = { ...bought, trialEnd: day(6) };
  const free = { ...first, total: 0, due: 0, priceIds: [] };
  const paid = { ...renewal, createdAt: day(6) };
  const ada: Buyer = { accounts: ['ada', 'ada again'], promised: new Set() };
  const households: Households = { wrap: (real) => real, cardOf: (id) => `card of ${id}` };
  const inTrial = (written: Written) => write({ subscriptions: [began], ...written });
  const find = (written: Written, more: Partial<Buyer & Households> = {}) =>
    findWrongTrials({
      ...inTrial(written),
      buyers: [{ ...ada, ...more }],
      households: { ...households, ...more },
    });

  const other = { ...began, id: 'sub_2', reference: 'other', intentId: 'second' };
  const second = { ...create, id: 'second', subscriptionId: 'other' };
  const both = { subscriptions: [began, other], invoices: [free], today: 3 };

  it('finds no fault in a trial, its first charge, and the trial of somebody else', () => {
    const promised = new Set(['project']);
    expect(find({ invoices: [free, paid] }, { promised })).toEqual([]);
    const intents = [create, { ...second, accountId: 'grace' }];
    expect(find({ ...both, intents })).toEqual([]);
    expect(findUnpaidTime(inTrial({ invoices: [free], today: 3 }))).toEqual([]);
    expect(findUnpaidTime(inTrial({ invoices: [free, paid] }))).toEqual([]);
  });

  it.each([
    ['of an account', { accountId: 'ada' }, {}],
    ['of an address', { accountId: 'ada again' }, {}],
    ['with a card', { accountId: 'grace' }, { cardOf: () => 'a visa' }],
  ])('finds a second one %s', (_, more, told) => {
    expect(find({ ...both, intents: [create, { ...second, ...more }] }, told)).toHaveLength(1);
  });

  it('finds a trial that was shown and not had, one that was charged, and one that is too long', () => {
    const promised = new Set(['project']);
    const written = { subscriptions: [bought], invoices: [first] };
    expect(find(written, { promised })).toHaveLength(1);
    expect(find({ invoices: [first] })).toHaveLength(1);
    expect(
      find({ subscriptions: [{ ...began, trialEnd: day(9) }], invoices: [free] }),
    ).toHaveLength(1);
  });

  it('finds a paid plan after a trial that nobody has paid for, and one without either', () => {
    expect(findUnpaidTime(inTrial({ invoices: [free] }))).toHaveLength(1);
    expect(findUnpaidTime(inTrial({ invoices: [free, { ...paid, status: 'void' }] }))).toHaveLength(
      1,
    );
    expect(findUnpaidTime(write({ invoices: [free] }))).toHaveLength(1);
    expect(findUnpaidTime(write({ invoices: [{ ...free, discount: 1_000 }] }))).toEqual([]);
  });
});
