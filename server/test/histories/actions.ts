import type { Fault } from '../billing/support/payment-faults.ts';
import type { Chance } from '../harness/chance.ts';
import { type Currency, chooseFrequency, lessThan, type Wanted } from './sold-plans.ts';

/** One thing that a person, the bank or the provider does. */
export type Action =
  | ({
      readonly do: 'create';
      readonly currency: Currency;
      readonly card: string;
      /** Promotion code that they type. */
      readonly code: string | undefined;
      /** They look at the cost before. */
      readonly isPreviewed: boolean;
      /** They leave the card out of a trial that needs none. */
      readonly isWithoutCard: boolean;
    } & Wanted)
  | ({
      readonly do: 'change';
      /** Undefined: with the card that is there. */
      readonly card: string | undefined;
      readonly isTwice: boolean;
      /** A running subscription keeps its currency, so this is refused for most. */
      readonly isOtherCurrency: boolean;
      /** They look at the cost before. */
      readonly isPreviewed: boolean;
    } & Wanted)
  | ({ readonly do: 'preview' } & Wanted)
  | { readonly do: SimpleAction }
  | { readonly do: 'add card'; readonly card: string }
  | { readonly do: 'set card' | 'drop card'; readonly which: number }
  | { readonly do: 'answer'; readonly success: boolean }
  | { readonly do: 'message'; readonly how: MessageKind; readonly which: number }
  /** They sign up again with their address, or move to another place. */
  | { readonly do: 'start over' | 'details' }
  | OperatorRefund
  | OperatorGift;

/** Renewals of so many months cost nothing, or cost their price again. */
export interface OperatorGift {
  readonly do: 'operator gift';
  readonly months: number | 'none';
}

/** `billing refund` of one of the newest paid invoices. */
export interface OperatorRefund {
  readonly do: 'operator refund';
  readonly which: number;
  readonly part: 'all' | 'quarter' | 'third';
  /** Two operators enter it at the same time. */
  readonly isTwice: boolean;
}

type SimpleAction = 'cancel' | 'end' | 'keep' | 'abandon' | 'resume' | 'undo';

/** Calls about the newest project, and data that they have beside its id. */
export const simpleCalls: Readonly<
  Record<SimpleAction, readonly [name: string, more?: (id: string) => object]>
> = {
  cancel: ['cancelSubscription', (id) => ({ confirmationId: id })],
  end: ['cancelSubscription', () => ({ when: 'period-end' })],
  keep: ['resumeSubscription'],
  abandon: ['abandonSubscription'],
  resume: ['resumePayment'],
  undo: ['undoPlanChange'],
};

/** Fates of a message: `again` is a duplicate, or one that overtakes earlier ones. */
export type MessageKind = 'again' | 'forged' | 'stale' | 'dropped';

export type ActionOf<Kind extends Action['do']> = Extract<Action, { do: Kind }>;

const visa = 'pm_card_visa';
const paying = [
  visa,
  visa,
  'pm_card_mastercard',
  'pm_card_chargeDeclined',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredOnSetup',
];
/** Cards that can be kept without asking the bank. */
const kept = [visa, 'pm_card_mastercard', 'pm_card_chargeCustomerFail'];
/** The first ones are for everybody, one is for one purchase only, and the last is none. */
const codes = ['HALF', 'FIRST20', 'FIVEOFF', 'GIFT', 'SINGLE', 'UNKNOWN'];
const plans = ['free', 'pro', 'pro', 'enterprise', 'enterprise'];

export function chooseAction(chance: Chance): Action {
  const percent = chance.below(100);
  const [, choose] = weighted.find(([below]) => percent < below) ?? weighted[0];
  return choose(chance);
}

const chooseWanted = (chance: Chance): Wanted => ({
  planId: chance.pick(plans),
  frequency: chooseFrequency(chance),
});

export const chooseCreation = (chance: Chance): Action => ({
  do: 'create',
  ...chooseWanted(chance),
  currency: chance.pick(['usd', 'usd', 'eur']),
  card: chance.pick(paying),
  code: chance.below(3) === 0 ? chance.pick(codes) : undefined,
  isPreviewed: chance.below(3) > 0,
  isWithoutCard: chance.below(2) === 0,
});

const chooseChange = (chance: Chance): ActionOf<'change'> => ({
  do: 'change',
  ...chooseWanted(chance),
  card: chance.below(2) ? chance.pick(paying) : undefined,
  isTwice: chance.below(3) === 0,
  isOtherCurrency: chance.below(12) === 0,
  isPreviewed: chance.below(2) === 0,
});

/** A change to what is cheaper or shorter, which may wait for the end of the period. */
export const chooseLess = (chance: Chance, present: Wanted): Action => ({
  ...chooseChange(chance),
  ...chance.pick(lessThan(present)),
});

const choosePreview = (chance: Chance): Action => ({
  do: 'preview',
  ...chooseWanted(chance),
});

function chooseOperatorRefund(chance: Chance): OperatorRefund {
  return {
    do: 'operator refund',
    which: chance.below(3),
    part: chance.pick(['all', 'quarter', 'quarter', 'third']),
    isTwice: chance.below(4) === 0,
  };
}

/** Each with the percentage up to which it is chosen. */
const weighted: readonly [
  readonly [number, (chance: Chance) => Action],
  ...(readonly [number, (chance: Chance) => Action])[],
] = [
  [12, chooseCreation],
  [46, chooseChange],
  [51, (chance) => ({ do: chance.pick(['cancel', 'abandon']) })],
  [55, (chance) => ({ do: chance.pick(['end', 'end', 'keep']) })],
  [57, () => ({ do: 'undo' })],
  [60, choosePreview],
  [64, (chance) => ({ do: chance.pick(['resume', 'details']) })],
  [67, () => ({ do: 'start over' })],
  [71, chooseOperatorRefund],
  [75, (chance) => ({ do: 'operator gift', months: chance.pick([1, 2, 3, 6, 12, 'none']) })],
  [79, (chance) => ({ do: 'add card', card: chance.pick(kept) })],
  [85, (chance) => ({ do: chance.pick(['set card', 'drop card']), which: chance.below(4) })],
  [92, (chance) => ({ do: 'answer', success: chance.below(3) > 0 })],
  [
    100,
    (chance) => ({
      do: 'message',
      how: chance.pick(['again', 'forged', 'stale', 'dropped']),
      which: chance.below(6),
    }),
  ],
];

/** Fault in most of the calls about money, at any of their steps. */
export function chooseFault(chance: Chance, most = { provider: 10, database: 60 }): Fault {
  const place = chance.pick(['provider', 'provider', 'database'] as const);
  return {
    place,
    step: 1 + chance.below(most[place]),
    moment: chance.pick(['before it acted', 'after it acted']),
    kind: chance.pick(['crash', 'crash', 'crash', 'away', 'slow']),
  };
}
