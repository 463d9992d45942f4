import { describe, expect, it } from 'vitest';
import type {
  BookedInvoice,
  BookedSubscription,
  Books,
  OwnIntent,
  OwnSubscription,
} from '../books.ts';
import { compareCharged } from '../compare-books.ts';
import { newPlanted } from '../planted.ts';
import { findDoubleCharges } from './double-charges.ts';
import { findDoubleDiscounts } from './double-discounts.ts';
import { findWrongRefunds } from './refunds-once.ts';
import { findUnpaidAccess, findUnpaidCredit } from './unpaid-time.ts';

/** Whether the checks at the end of a history see what they are for; the books are written by hand. */
const day = (count: number) => new Date(Date.UTC(2030, 0, count));
const plans = [
  { id: 'free', free: true },
  { id: 'pro', free: false },
];

const codes: Books['codes'] = [
  { code: 'HALF', duration: 'once', months: null, maxRedemptions: null },
  { code: 'FIRST20', duration: 'repeating', months: 3, maxRedemptions: null },
  { code: 'SINGLE', duration: 'once', months: null, maxRedemptions: 1 },
];

const renewal: BookedInvoice = {
  id: 'in_renewal',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  number: 'A-1',
  currency: 'usd',
  reason: 'cycle',
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
  lines: [{ priceId: 'price_pro_week', amount: 1_000, from: day(1), to: day(8) }],
};

/** The plan was changed on the third day, and the rest of the week credited. */
const change: BookedInvoice = {
  ...renewal,
  id: 'in_change',
  reason: 'update',
  total: 700,
  createdAt: day(3),
  paidAt: day(3),
  lines: [
    { priceId: 'price_pro_week', amount: -714, from: day(3), to: day(8) },
    { priceId: 'price_enterprise_week', amount: 1_414, from: day(3), to: day(8) },
  ],
};

const charged: BookedSubscription = {
  id: 'sub_1',
  customerId: 'cus_1',
  reference: 'project',
  intentId: 'intent-create',
  status: 'active',
  priceIds: ['price_pro_week'],
  price: 1_000,
  createdAt: day(-6),
  endsAt: null,
  endedAt: null,
  trialEnd: null,
  scheduled: null,
};

const project = { id: 'project', status: 'active', planId: 'pro', charged: 'sub_1' };
const create = {
  id: 'intent-create',
  subscriptionId: 'project',
  accountId: 'ada',
  kind: 'create',
  status: 'done',
  createdAt: day(-6),
  leasedUntil: day(-6),
  priceIds: ['price_pro_week'],
  takesEffectAt: null,
  isAsked: false,
  refusal: null,
};
const asked = { ...create, id: 'intent-change', kind: 'change-plan' };

/** Our rows knew of the refund on the day it was made. */
const refund = { type: 'charge.refunded', createdAt: day(2), processedAt: day(2) };

function bothWith(
  invoices: readonly BookedInvoice[],
  more = [charged],
  intents: readonly OwnIntent[] = [create, asked],
) {
  const customers = [{ id: 'cus_1', reference: 'project', card: null, credit: 0 }];
  return {
    app: { config: { product: { plans } }, clock: { now: () => day(5) } } as never,
    ours: { subscriptions: [project as OwnSubscription], intents, events: [refund] } as never,
    theirs: { customers, subscriptions: more, invoices, charges: [], events: [], codes },
    planted: newPlanted(),
  };
}

/** Bought on December 25, and renewed on these days. */
function renewedOn(days: readonly Date[], priceId: string) {
  const invoice = (id: string, reason: string, at: Date): BookedInvoice => ({
    ...renewal,
    id,
    reason,
    createdAt: at,
    paidAt: at,
    lines: [{ priceId, amount: 1_000, from: at, to: day(5_000) }],
  });
  const bought = invoice('in_first', 'create', day(-6));
  return bothWith([bought, ...days.map((at, index) => invoice(`in_${index}`, 'cycle', at))]);
}

describe('what histories end with', () => {
  it('finds nothing in time that was paid and credited', () => {
    const both = bothWith([renewal, change]);
    const found = [findUnpaidCredit(both), findUnpaidAccess(both), findDoubleCharges(both)];
    expect(found.flat()).toEqual([]);
  });

  it.each([
    { what: 'void', status: 'void', paidAt: null },
    { what: 'uncollectible', status: 'uncollectible', paidAt: null },
    { what: 'paid later', status: 'paid', paidAt: day(4) },
    { what: 'refunded', returns: [{ kind: 'refund', cents: 500, at: day(2) }] },
    { what: 'credited', returns: [{ kind: 'credit note', cents: 500, at: day(2) }] },
    { what: 'disputed', returns: [{ kind: 'dispute', cents: 1_000, at: day(2) }] },
  ] as const)('finds credit for time whose invoice was $what', ({ what: _, ...how }) => {
    expect(findUnpaidCredit(bothWith([{ ...renewal, ...how }, change]))).toHaveLength(1);
  });

  it('finds no fault in credit beside a refund of what was delivered', () => {
    const returns = [{ kind: 'refund', cents: 286, at: day(2) }] as const;
    expect(findUnpaidCredit(bothWith([{ ...renewal, returns }, change]))).toEqual([]);
  });

  it('finds no fault in credit for a refund that no message had told of yet', () => {
    const returns = [{ kind: 'refund', cents: 1_000, at: day(2) }] as const;
    const both = bothWith([{ ...renewal, returns }, change]);
    const late = { ...both, ours: { events: [{ ...refund, processedAt: day(4) }] } as never };
    expect(findUnpaidCredit(late)).toEqual([]);
  });

  it('finds credit for time that nothing was charged for', () => {
    expect(findUnpaidCredit(bothWith([change]))).toHaveLength(1);
  });

  it('finds a paid plan on an invoice that was given up, but not if an operator did that', () => {
    const both = bothWith([{ ...renewal, status: 'uncollectible' }]);
    expect(findUnpaidAccess(both)).toHaveLength(1);
    both.planted.invoices.add(renewal.id);
    expect(findUnpaidAccess(both)).toEqual([]);
  });

  it('finds a second charge for a change, and another subscription at the same time', () => {
    const again = { ...change, id: 'in_again' };
    expect(findDoubleCharges(bothWith([renewal, change, again]))).toHaveLength(1);
    const free = { ...again, total: 0 };
    expect(findDoubleCharges(bothWith([renewal, change, free]))).toEqual([]);
    const other = { ...charged, id: 'sub_2', intentId: 'intent-change' };
    const bought = [charged, other].map(({ id }) => ({
      ...renewal,
      id: `in_${id}`,
      subscriptionId: id,
      reason: 'create',
    }));
    expect(findDoubleCharges(bothWith(bought, [charged, other]))).toHaveLength(1);
  });

  it('finds an invoice that was written by hand, unless an operator of the history did it', () => {
    const both = bothWith([renewal, { ...renewal, id: 'in_written', reason: 'manual' }]);
    expect(findDoubleCharges(both)).toHaveLength(1);
    both.planted.invoices.add('in_written');
    expect(findDoubleCharges(both)).toEqual([]);
  });

  it.each([
    ['without an invoice', [renewal.id, null]],
    ['for an invoice that was paid', [renewal.id, renewal.id]],
  ])('finds a second charge %s', (_, invoiceIds) => {
    const both = bothWith([renewal]);
    const toCharges = (ids: readonly (string | null)[]) =>
      ids.map((invoiceId, index) => ({
        id: `ch_${index}`,
        customerId: 'cus_1',
        invoiceId,
        kept: 0,
      }));
    const find = (ids: readonly (string | null)[]) =>
      findDoubleCharges({ ...both, theirs: { ...both.theirs, charges: toCharges(ids) } });
    expect(find(invoiceIds.slice(0, 1))).toEqual([]);
    expect(find(invoiceIds)).toHaveLength(1);
  });

  it('finds a renewal too many after a trial, whose end is charged as the first one', () => {
    const tried = [{ ...charged, createdAt: day(-6), trialEnd: day(1) }];
    const second = { ...renewal, id: 'in_second' };
    expect(findDoubleCharges(bothWith([renewal], tried, [create]))).toEqual([]);
    expect(findDoubleCharges(bothWith([renewal, second], tried, [create]))).toHaveLength(1);
  });

  it('finds a renewal that was charged while the trial ran', () => {
    const tried = [{ ...charged, createdAt: day(-6), trialEnd: day(7) }];
    expect(findDoubleCharges(bothWith([renewal], tried, [create]))).toHaveLength(1);
  });

  it.each([
    ['weekly', 'price_pro_month', [day(1), day(8)]],
    ['twice in a month', 'price_pro_month', [day(26), day(49)]],
    ['monthly', 'price_pro_year_eur', [day(1), day(32)]],
    ['a day early', 'price_pro_month', [day(25), day(55)]],
  ] as const)('finds renewals %s of %s', (_, priceId, days) => {
    expect(findDoubleCharges(renewedOn(days, priceId))).not.toEqual([]);
  });

  it.each([
    ['price_pro_week', [day(1), day(8)]],
    // The day of the month counts, not 30 days: 25 January, February and March.
    ['price_pro_month', [day(25), day(56), day(84)]],
    ['price_pro_year', [day(-6 + 365), day(-6 + 2 * 365)]],
  ] as const)('finds no fault in renewals of %s', (priceId, days) => {
    expect(findDoubleCharges(renewedOn(days, priceId))).toEqual([]);
  });

  it('knows that a price of the dashboard moves the renewals, and counts on from there', () => {
    const weekly = { ...renewal, lines: [{ ...renewal.lines[0], to: day(8) }] } as BookedInvoice;
    const both = renewedOn([], 'price_pro_month');
    const find = (days: readonly number[]) => {
      const renewals = days.map((at) => ({ ...weekly, id: `in_${at}`, createdAt: day(at) }));
      const invoices = [...both.theirs.invoices, ...renewals];
      return findDoubleCharges({ ...both, theirs: { ...both.theirs, invoices } });
    };
    expect(find([1, 8])).toHaveLength(1);
    both.planted.repriced.add('project');
    expect(find([1, 8])).toEqual([]);
    expect(find([1, 4, 8])).not.toEqual([]);
  });

  it('knows that a scheduled change keeps its time when a price of the dashboard moves the renewals', () => {
    const find = (isRepriced: boolean, takesEffectAt: Date, days: readonly number[]) => {
      const { theirs } = renewedOn(days.map(day), 'price_pro_week');
      const both = bothWith(theirs.invoices, [charged], [create, { ...asked, takesEffectAt }]);
      if (isRepriced) {
        both.planted.repriced.add('project');
      }
      return findDoubleCharges(both);
    };
    expect(find(true, day(3), [1, 3, 10])).toEqual([]);
    // The weeks are counted from its time on.
    expect(find(true, day(3), [1, 3, 8])).toHaveLength(1);
    expect(find(true, day(4), [1, 3])).toHaveLength(1);
    expect(find(false, day(3), [1, 3])).toHaveLength(1);
  });

  it('counts the months from a change to a month', () => {
    const month = [{ priceId: 'price_pro_month', amount: 4_000, from: day(3), to: day(34) }];
    const longer = { ...change, lines: [...change.lines.slice(0, 1), ...month] };
    const on = (at: Date) => ({ ...monthly, id: 'in_monthly', createdAt: at });
    const monthly = { ...renewal, lines: month };
    expect(findDoubleCharges(bothWith([renewal, longer, on(day(34))]))).toEqual([]);
    expect(findDoubleCharges(bothWith([renewal, longer, on(day(32))]))).toHaveLength(1);
  });

  it('finds a change that was charged at once although it was to wait', () => {
    const waiting = { ...asked, takesEffectAt: day(8) };
    expect(
      findDoubleCharges(bothWith([renewal, change], [charged], [create, waiting])),
    ).toHaveLength(1);
  });

  it('finds a scheduled change that only one side knows, or at another time', () => {
    const scheduled = { priceIds: ['price_basic_week'], at: day(8) };
    const app = { config: { product: { plans: [] } } } as never;
    const { theirs } = bothWith([]);
    const own = { ...project, status: 'active', price: 1_000, endsAt: null } as never;
    const find = (here: object | null, there: typeof scheduled | null) =>
      compareCharged({ app, theirs }, { ...(own as object), scheduled: here } as never, {
        ...charged,
        scheduled: there,
      });
    expect(find(scheduled, scheduled)).toEqual([]);
    expect(find(null, scheduled)).toHaveLength(1);
    expect(find(scheduled, null)).toHaveLength(1);
    expect(find(scheduled, { ...scheduled, at: day(9) })).toHaveLength(1);
  });

  it.each([
    { what: 'newest renewal', others: [change], found: 1 },
    {
      what: 'renewal before one that is paid',
      others: [{ ...renewal, createdAt: day(15) }],
      found: 0,
    },
    {
      what: 'renewal before a change that is paid',
      others: [{ ...change, createdAt: day(9) }],
      found: 0,
    },
    {
      what: 'renewal before a change that waits',
      others: [{ ...change, status: 'open', createdAt: day(9) }],
      found: 1,
    },
  ])('finds $found faults in an active subscription that owes its $what', ({ others, found }) => {
    const owed = { ...renewal, id: 'in_owed', status: 'open', createdAt: day(8) };
    const { theirs } = bothWith([owed, ...others]);
    const app = { config: { product: { plans: [] } } } as never;
    const own = { ...project, price: 1_000, endsAt: null, scheduled: null } as never;
    expect(compareCharged({ app, theirs }, own, charged)).toHaveLength(found);
  });

  it.each([
    { what: 'one for the first invoice, on the second too', code: 'HALF', at: day(3) },
    { what: 'one of three months, later than that', code: 'FIRST20', at: day(90) },
  ])('finds a discount that lasts too long: $what', ({ code, at }) => {
    const first = { ...renewal, reason: 'create', codes: [code] };
    const later = { ...first, id: 'in_later', createdAt: at };
    expect(findDoubleDiscounts(bothWith([first]))).toEqual([]);
    expect(findDoubleDiscounts(bothWith([first, later]))).toHaveLength(1);
    expect(findDoubleDiscounts(bothWith([first, { ...later, status: 'void' }]))).toEqual([]);
  });

  it('finds a code for one purchase that two have made', () => {
    const other = { ...charged, id: 'sub_2', intentId: 'intent-change' };
    const bought = [charged, other].map(({ id }) => ({
      ...renewal,
      id: `in_${id}`,
      subscriptionId: id,
      codes: ['SINGLE'],
    }));
    expect(findDoubleDiscounts(bothWith(bought, [charged, other]))).toHaveLength(1);
  });

  describe('of a refund that an operator asked for', () => {
    const entered: OwnIntent = {
      ...create,
      id: 'intent-refund',
      kind: 'refund',
      refund: { invoiceId: renewal.id, amount: 300, given: 300 },
    };
    const again = { ...entered, id: 'intent-again' };
    const made = (intentId: string, cents = 300) =>
      ({ kind: 'refund', cents, at: day(2), intentId }) as const;
    const find = (intents: readonly OwnIntent[], returns: BookedInvoice['returns']) =>
      findWrongRefunds(bothWith([{ ...renewal, returns }], [charged], [create, ...intents]));

    it('finds no fault if it was made once, or refused and not made', () => {
      expect(find([entered], [made(entered.id)])).toEqual([]);
      expect(find([{ ...entered, status: 'refused' }], [])).toEqual([]);
      expect(find([{ ...entered, status: 'open' }], [])).toEqual([]);
    });

    it.each<[string, readonly OwnIntent[], BookedInvoice['returns']]>([
      ['one that was not made', [entered], []],
      ['one that was made twice', [entered], [made(entered.id), made(entered.id)]],
      ['one that was refused and made', [{ ...entered, status: 'refused' }], [made(entered.id)]],
      ['one that nobody asked for', [], [made('intent-nobody')]],
      ['one that was entered again', [entered, again], [made(entered.id), made(again.id)]],
      ['more than was paid', [], [{ kind: 'refund', cents: 1_001, at: day(2) }]],
    ])('finds %s', (_, intents, returns) => {
      expect(find(intents, returns)).toHaveLength(1);
    });
  });

  it('counts what a restored backup has forgotten as asked for', () => {
    const both = bothWith([renewal, change], [charged], [create]);
    expect(findDoubleCharges(both)).toHaveLength(1);
    both.planted.intents.set(asked.id, asked);
    expect(findDoubleCharges(both)).toEqual([]);
  });
});
