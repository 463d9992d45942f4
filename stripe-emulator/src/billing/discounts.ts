import { countRedemption, findRedeemable } from '../resources/coupons.ts';
import { type DiscountTerms, discountEnd } from '../rules/discounts.ts';
import type { Scene } from '../scene.ts';
import { existing, invalid } from '../wire/errors.ts';
import type { Coupon, Discount } from './objects.ts';

export interface DiscountParam {
  coupon?: string;
  discount?: string;
  promotion_code?: string;
}

/** Who gets a discount. What is bought decides whether a code may be used. */
export interface Redemption {
  subscription?: string;
  subscription_item?: string;
  invoice?: string;
  invoice_item?: string;
  currency: string;
  amount: number;
}

/** Redeems coupons and codes, or keeps discounts that are already there. Answers the ids of the discounts. */
export function redeem(
  scene: Scene,
  params: readonly DiscountParam[],
  to: Redemption,
  path = 'discounts',
): string[] {
  return params.map((param, index) => {
    const at = `${path}[${index}]`;
    if (param.discount !== undefined) {
      return existing(scene.state.discounts, param.discount, 'discount', `${at}[discount]`).id;
    }
    const redeemable = findRedeemable(scene, param, to, at);
    const { coupon, code } = redeemable;
    if (coupon.amount_off !== null && amountOffIn(coupon, to.currency) === undefined) {
      throw invalid(
        `The coupon \`${coupon.id}\` cannot be applied because its currency does not match the expected currency: \`${to.currency}\`.`,
        at,
      );
    }
    countRedemption(scene, redeemable);
    return newDiscount(scene, coupon, code?.id ?? null, to).id;
  });
}

function newDiscount(
  scene: Scene,
  coupon: Coupon,
  promotionCode: string | null,
  to: Partial<Redemption>,
): Discount {
  const discount: Discount = {
    id: scene.newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: scene.state.customer?.id ?? null,
    customer_account: null,
    end: discountEnd(coupon, scene.now),
    invoice: to.invoice ?? null,
    invoice_item: to.invoice_item ?? null,
    promotion_code: promotionCode,
    source: { coupon: coupon.id, type: 'coupon' },
    start: scene.now,
    subscription: to.subscription ?? null,
    subscription_item: to.subscription_item ?? null,
  };
  scene.state.discounts[discount.id] = discount;
  if (discount.subscription && !discount.subscription_item) {
    scene.emit('customer.discount.created', discount);
  }
  return discount;
}

function amountOffIn(coupon: Coupon, currency: string): number | undefined {
  return coupon.currency === currency
    ? (coupon.amount_off ?? undefined)
    : coupon.currency_options?.[currency]?.amount_off;
}

/** Discounts that apply at this instant; those that are over or in another currency take nothing. */
export function termsOf(
  scene: Scene,
  ids: readonly string[],
  currency: string,
  line?: number,
): DiscountTerms[] {
  return ids.flatMap((id) => {
    const discount = scene.state.discounts[id];
    const coupon = discount && scene.catalogue.coupons[String(discount.source.coupon)];
    if (!coupon || (discount.end !== null && discount.end <= scene.now)) {
      return [];
    }
    const amount_off = coupon.amount_off === null ? null : amountOffIn(coupon, currency);
    if (amount_off === undefined) {
      return [];
    }
    return [
      {
        id,
        line,
        percent_off: coupon.percent_off,
        amount_off,
        products: coupon.applies_to?.products,
      },
    ];
  });
}

export function isOnce(scene: Scene, id: string): boolean {
  const coupon = scene.state.discounts[id]?.source.coupon;
  return scene.catalogue.coupons[String(coupon)]?.duration === 'once';
}

/** Redemptions are counted in the catalogue, and prices made for one call are kept there. */
export function redeems(params: object): boolean {
  return /"(coupon|promotion_code|price_data)":/.test(JSON.stringify(params));
}
