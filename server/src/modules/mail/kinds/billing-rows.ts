import type { Row } from '../templates/template.ts';
import type { PhraseKey, Speech } from '../words/phrases.ts';
import type {
  AboutCharge,
  AboutDebt,
  AboutTrial,
  MailedCard,
  MailedParts,
  Money,
  PlanChange,
  Receipt,
} from './billing-contents.ts';
import { findNewRhythm, isTaxIncluded } from './billing-contents.ts';

/** Row with a value, or none without one. */
type Optional = string | null | undefined | false;

function rowsOf(say: Speech, entries: readonly (readonly [PhraseKey, Optional, 'sum'?])[]): Row[] {
  return entries.flatMap(([key, value, sum]) =>
    value ? [{ label: say.phrase(key), value, isSum: sum !== undefined }] : [],
  );
}

const positive = (money: Money | null | undefined, say: Speech) =>
  money && money.amount > 0 && say.money(money);

export function receiptRows(about: Receipt, say: Speech): Row[] {
  const { number, issuedAt, period, plan, frequency, total, credited, timeZone } = about;
  return [
    ...rowsOf(say, [
      ['invoice', number],
      ['date', say.date(issuedAt, timeZone)],
      ['plan', plan !== null && say.billed(plan, frequency)],
      ['period', period && say.period(period.from, period.to, timeZone)],
    ]),
    ...lineRows(about, say),
    ...partRows(about, say),
    ...rowsOf(say, [
      ['amount', say.money(total), 'sum'],
      ['credited', positive(credited, say)],
      ['fromCredit', positive(about.fromCredit, say)],
    ]),
    ...carriedRows(about, say),
    ...paidRows(about, say),
  ];
}

function lineRows({ lines = [] }: Receipt, say: Speech): Row[] {
  return lines.map(({ kind, plan, frequency, amount }) => {
    const name = plan === null ? say.phrase('otherItems') : say.billed(plan, frequency);
    const label = kind === 'unused-time' ? say.phrase('unusedTime', { plan: name }) : name;
    return { label, value: say.money(amount) };
  });
}

function partRows(parts: MailedParts & { readonly total: Money }, say: Speech): Row[] {
  const { subtotal, discount, tax, isReverseCharge } = parts;
  const sum = tax && say.money(tax);
  return rowsOf(say, [
    ['subtotal', subtotal && say.money(subtotal)],
    ['discount', discount && say.money(discount)],
    [
      isTaxIncluded(parts) ? 'taxIncluded' : 'tax',
      isReverseCharge ? sum && say.phrase('reverseCharge', { sum }) : sum,
    ],
  ]);
}

function carriedRows({ carried }: Receipt, say: Speech): Row[] {
  if (!carried) {
    return [];
  }
  const { amount, currency } = carried;
  const sum = say.money({ amount: Math.abs(amount), currency });
  return rowsOf(say, [[amount > 0 ? 'owedBefore' : 'carried', sum]]);
}

function paidRows({ charged, card, isPaidOutside }: Receipt, say: Speech): Row[] {
  if (charged.amount === 0) {
    return [];
  }
  const value = say.money(charged);
  return !isPaidOutside && card
    ? [{ label: say.phrase('paidByCard', { card: say.card(card) }), value }]
    : rowsOf(say, [[isPaidOutside ? 'paidOutside' : 'paid', value]]);
}

interface Returned {
  readonly number: string | null;
  readonly amount: Money;
}

export const returnRows =
  (key: 'refunded' | 'creditNote' | 'disputed') =>
  ({ number, amount }: Returned, say: Speech): Row[] =>
    rowsOf(say, [
      ['invoice', number],
      [key, say.money(amount), 'sum'],
    ]);

interface Failure extends AboutDebt {
  readonly card?: MailedCard | null;
  readonly retryAt?: string | null;
}

/** Amount that is owed, with the invoice if it is one. */
export function debtRows({ owed, invoice, card, retryAt, timeZone }: Failure, say: Speech): Row[] {
  const period = invoice?.period;
  return [
    ...(invoice
      ? [
          ...rowsOf(say, [
            ['invoice', invoice.number],
            ['plan', invoice.plan !== null && say.billed(invoice.plan, invoice.frequency)],
            ['period', period && say.period(period.from, period.to, timeZone)],
          ]),
          ...partRows(invoice, say),
        ]
      : []),
    ...rowsOf(say, [
      ['amountDue', owed && say.money(owed), 'sum'],
      ['chargedCard', card && say.card(card)],
      ['nextTry', retryAt && say.date(retryAt, timeZone)],
    ]),
  ];
}

/** Charge that is to come, in its parts. */
function chargeRows({ total, parts, timeZone }: AboutCharge, at: string, say: Speech): Row[] {
  const on = say.date(at, timeZone);
  return [
    ...(parts ? partRows({ ...parts, total }, say) : []),
    ...rowsOf(say, [
      total.amount === 0
        ? ['nextInvoice', say.phrase('nextInvoiceFree', { date: on })]
        : ['nextCharge', say.phrase('nextChargeOn', { sum: say.money(total), date: on }), 'sum'],
    ]),
  ];
}

interface Renewal extends AboutCharge {
  readonly plan: string;
  readonly chargeAt: string;
  readonly card: MailedCard | null;
}

export function renewalRows(about: Renewal, say: Speech): Row[] {
  const { plan, chargeAt, card } = about;
  return [
    ...rowsOf(say, [['plan', say.billed(plan, 'year')]]),
    ...chargeRows(about, chargeAt, say),
    ...rowsOf(say, [['chargedCard', card && say.card(card)]]),
  ];
}

export function trialRows(about: AboutTrial, say: Speech): Row[] {
  const { plan, frequency = null, trialEnd, total, card, timeZone } = about;
  return [
    ...rowsOf(say, [
      ['plan', say.billed(plan, frequency)],
      ['trialEnds', say.date(trialEnd, timeZone)],
    ]),
    ...(card === null || total === null ? [] : chargeRows({ ...about, total }, trialEnd, say)),
    ...rowsOf(say, [['chargedCard', card && say.card(card)]]),
  ];
}

interface CardEnd extends AboutCharge {
  readonly chargeAt: string;
  readonly card: MailedCard & { readonly expMonth: number; readonly expYear: number };
}

export function cardRows(about: CardEnd, say: Speech): Row[] {
  const { card, chargeAt } = about;
  return [
    ...rowsOf(say, [
      ['chargedCard', say.card(card)],
      ['expires', say.month({ month: card.expMonth, year: card.expYear })],
    ]),
    ...chargeRows(about, chargeAt, say),
  ];
}

interface ScheduledChange extends Pick<PlanChange, 'timeZone'> {
  readonly plan: string;
  readonly frequency: PlanChange['frequency']['to'];
  readonly takesEffectAt: string;
  readonly next: Money | null;
}

export const scheduledRows = (about: ScheduledChange, say: Speech): Row[] =>
  rowsOf(say, [
    ['changesTo', say.billed(about.plan, about.frequency)],
    ['changesOn', say.date(about.takesEffectAt, about.timeZone)],
    ['firstCharge', positive(about.next, say), 'sum'],
  ]);

const insteadOf = {
  week: 'insteadOfWeekly',
  month: 'insteadOfMonthly',
  year: 'insteadOfYearly',
} as const;

export function planChangeRows(about: PlanChange, say: Speech): Row[] {
  const { from, to, frequency, cost } = about;
  const now = say.billed(to, frequency.to);
  const before = findNewRhythm(frequency) && frequency.from;
  const changed = before ? say.phrase(insteadOf[before], { plan: now }) : now;
  return rowsOf(say, [
    ...(from === null
      ? ([['plan', changed]] as const)
      : ([
          ['from', say.billed(from, frequency.from)],
          ['to', now],
        ] as const)),
    ['chargedNow', positive(cost?.charged, say), 'sum'],
    ['laterCredit', positive(cost?.credit, say)],
    ...nextRows(about, say),
  ]);
}

function nextRows({ next, trialEnd, timeZone }: PlanChange, say: Speech) {
  const date = trialEnd && say.date(trialEnd, timeZone);
  const trial = date && say.phrase(next === null ? 'trialUntil' : 'trialFree', { date });
  const on = next ? say.date(next.at, timeZone) : '';
  return [
    ['trial', trial],
    ['nextCharge', next === null && say.phrase('noCharge')],
    [
      'nextCharge',
      next &&
        next.total.amount > 0 &&
        say.phrase('nextChargeOn', { sum: say.money(next.total), date: on }),
    ],
    ['nextInvoice', next?.total.amount === 0 && say.phrase('nextInvoiceFree', { date: on })],
  ] as const;
}
