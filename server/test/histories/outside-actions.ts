import type { Chance } from '../harness/chance.ts';

/** Actions of an operator in the provider's dashboard, or of a bank, to one project; the product is not asked. */
export type OutsideAction =
  | {
      readonly what: 'price';
      readonly to: Priced;
      readonly proration: 'always_invoice' | 'create_prorations' | 'none';
    }
  | { readonly what: 'quantity'; readonly quantity: number }
  | { readonly what: 'coupon'; readonly coupon: string }
  | { readonly what: 'cancel at end'; readonly isOn: boolean }
  | { readonly what: 'balance'; readonly cents: number }
  | { readonly what: 'refund'; readonly part: 'all' | 'some'; readonly hasFailed: boolean }
  | { readonly what: 'dispute'; readonly end: 'won' | 'lost' }
  | { readonly what: 'credit note'; readonly as: 'credit_amount' | 'refund_amount' }
  | { readonly what: 'settle invoice'; readonly how: 'void' | 'uncollectible' | 'paid elsewhere' }
  | { readonly what: 'stranger'; readonly isSameCustomer: boolean }
  | { readonly what: 'detach card' | 'cancel' | 'pause' };

/** A plan of ours, prices that no plan of ours knows, or a part of a plan's prices. */
export type Priced = 'free' | 'pro' | 'enterprise' | 'unknown' | 'half';

export type OutsideActionOf<What extends OutsideAction['what']> = Extract<
  OutsideAction,
  { what: What }
>;

export function chooseOutsideAction(chance: Chance): OutsideAction {
  return chance.pick(choices)(chance);
}

/** Banks act more often than operators do by hand. */
const choices: readonly ((chance: Chance) => OutsideAction)[] = [
  choosePrice,
  choosePrice,
  (chance) => ({ what: 'quantity', quantity: 1 + chance.below(3) }),
  (chance) => ({ what: 'coupon', coupon: chance.pick(['half_once', 'five_forever', 'all_once']) }),
  (chance) => ({ what: 'cancel at end', isOn: chance.below(3) > 0 }),
  (chance) => ({ what: 'balance', cents: chance.pick([-700, -50, 30, 900]) }),
  chooseRefund,
  chooseRefund,
  (chance) => ({ what: 'dispute', end: chance.pick(['won', 'lost']) }),
  (chance) => ({ what: 'dispute', end: chance.pick(['won', 'lost']) }),
  (chance) => ({ what: 'credit note', as: chance.pick(['credit_amount', 'refund_amount']) }),
  (chance) => ({
    what: 'settle invoice',
    how: chance.pick(['void', 'uncollectible', 'paid elsewhere']),
  }),
  (chance) => ({ what: 'stranger', isSameCustomer: chance.below(2) === 0 }),
  () => ({ what: 'detach card' }),
  () => ({ what: 'cancel' }),
  () => ({ what: 'pause' }),
  () => ({ what: 'pause' }),
];

function choosePrice(chance: Chance): OutsideAction {
  return {
    what: 'price',
    to: chance.pick(['free', 'pro', 'enterprise', 'unknown', 'half']),
    proration: chance.pick(['always_invoice', 'create_prorations', 'none']),
  };
}

function chooseRefund(chance: Chance): OutsideAction {
  return { what: 'refund', part: chance.pick(['all', 'some']), hasFailed: chance.below(3) === 0 };
}
