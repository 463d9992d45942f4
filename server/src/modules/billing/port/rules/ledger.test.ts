import { describe, expect, it } from 'vitest';
import { type LedgerInvoice, toLedger } from './ledger.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const createdAt = new Date('2027-03-01T10:00:00Z');
const paidAt = new Date('2027-03-04T10:00:00Z');
const from = createdAt;
const to = new Date('2027-04-01T10:00:00Z');

const noTax = { taxable: null, taxRateId: null, isReverseCharge: null };

const line = (amount: number, priceId: string | null = 'pro') => ({
  amount,
  gross: amount,
  priceId,
  quantity: 1,
  from,
  to,
});

const invoice = (changed: Partial<LedgerInvoice>): LedgerInvoice => ({
  status: 'paid',
  total: usd(4_000),
  tax: null,
  due: usd(4_000),
  fromCredit: usd(0),
  createdAt,
  paidAt,
  lines: [line(4_000)],
  taxes: [],
  refunded: 0,
  disputed: 0,
  dispute: null,
  isPaidOutside: false,
  ...changed,
});

const sumsOf = (changed: Partial<LedgerInvoice>) =>
  toLedger(invoice(changed)).map(({ kind, amount }) => [kind, amount]);

describe('the ledger of an invoice', () => {
  it('that a card paid: its line when it was made, and the cash when it was paid', () => {
    expect(toLedger(invoice({}))).toEqual([
      { kind: 'charge', at: createdAt, ...line(4_000), ...noTax },
      {
        kind: 'paid',
        at: paidAt,
        amount: 4_000,
        priceId: null,
        quantity: null,
        gross: null,
        from: null,
        to: null,
        ...noTax,
      },
    ]);
  });

  it('with two rates: an entry each, and one of 0 that the buyer accounts for', () => {
    const gst = { amount: 200, taxable: 4_000, rateId: 'txr_gst', isReverseCharge: false };
    const qst = { amount: 399, taxable: 4_000, rateId: 'txr_qst', isReverseCharge: false };
    const reversed = { amount: 0, taxable: 4_000, rateId: 'txr_at', isReverseCharge: true };
    const taxesOf = (changed: Partial<LedgerInvoice>) =>
      toLedger(invoice(changed)).flatMap(({ kind, amount, taxable, taxRateId, isReverseCharge }) =>
        kind === 'tax' ? [[amount, taxable, taxRateId, isReverseCharge]] : [],
      );
    expect(taxesOf({ total: usd(4_599), tax: 599, taxes: [gst, qst] })).toEqual([
      [200, 4_000, 'txr_gst', false],
      [399, 4_000, 'txr_qst', false],
    ]);
    expect(taxesOf({ tax: 0, taxes: [reversed] })).toEqual([[0, 4_000, 'txr_at', true]]);
    expect(taxesOf({ tax: null, taxes: [reversed] })).toEqual([]);
  });

  it.each<[string, Partial<LedgerInvoice>, readonly (readonly [string, number])[]]>([
    [
      'with tax',
      { total: usd(4_355), tax: 355, due: usd(4_355) },
      [
        ['charge', 4_000],
        ['tax', 355],
        ['paid', 4_355],
      ],
    ],
    [
      'of a plan change: what is given up lowers it',
      { total: usd(9_032), due: usd(9_032), lines: [line(-2_968), line(12_000, 'enterprise')] },
      [
        ['charge', -2_968],
        ['charge', 12_000],
        ['paid', 9_032],
      ],
    ],
    [
      'of a downgrade becomes credit',
      { total: usd(-5_161), due: usd(0), lines: [line(-7_742, 'enterprise'), line(2_581)] },
      [
        ['charge', -7_742],
        ['charge', 2_581],
        ['balance', 5_161],
      ],
    ],
    [
      'partly paid by credit',
      { due: usd(1_500), fromCredit: usd(2_500) },
      [
        ['charge', 4_000],
        ['balance', -2_500],
        ['paid', 1_500],
      ],
    ],
    [
      'that collects an earlier debt',
      { due: usd(4_030), carried: 30 },
      [
        ['charge', 4_000],
        ['balance', 30],
        ['paid', 4_030],
      ],
    ],
    [
      'too little to charge, which the next one collects',
      { total: usd(30), due: usd(0), carried: -30, lines: [line(30)] },
      [
        ['charge', 30],
        ['balance', -30],
      ],
    ],
    [
      'lowered by a credit note before it was paid',
      { due: usd(3_000) },
      [
        ['charge', 4_000],
        ['credited', -1_000],
        ['paid', 3_000],
      ],
    ],
    [
      'with more lines than the provider lists',
      { total: usd(5_000), due: usd(5_000) },
      [
        ['charge', 4_000],
        ['charge', 1_000],
        ['paid', 5_000],
      ],
    ],
    [
      'partly refunded',
      { refunded: 1_000 },
      [
        ['charge', 4_000],
        ['paid', 4_000],
        ['refunded', -1_000],
      ],
    ],
    [
      'lost to a dispute after a refund: never more than was paid',
      { refunded: 1_000, disputed: 4_000, dispute: 'lost' },
      [
        ['charge', 4_000],
        ['paid', 4_000],
        ['refunded', -1_000],
        ['disputed', -3_000],
      ],
    ],
    [
      'whose dispute is open: the cash may stay',
      { disputed: 4_000, dispute: 'open' },
      [
        ['charge', 4_000],
        ['paid', 4_000],
      ],
    ],
    [
      'marked as paid by hand',
      { isPaidOutside: true },
      [
        ['charge', 4_000],
        ['paid-outside', 4_000],
      ],
    ],
    ['that is open: nothing was paid', { status: 'open', paidAt: null }, [['charge', 4_000]]],
    ['that is given up is still due', { status: 'uncollectible' }, [['charge', 4_000]]],
    ['that is void: nobody owes it', { status: 'void' }, []],
    ['that is a draft: nobody owes it yet', { status: 'draft' }, []],
  ])('%s', (_, changed, sums) => {
    expect(sumsOf(changed)).toEqual(sums);
  });
});
