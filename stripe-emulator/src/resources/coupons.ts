import type Stripe from 'stripe';
import { requireWholeSteps } from '../billing/whole-steps.ts';
import { type CatalogueScene, onCatalogue, type Resource } from '../routes.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { Catalogue, Stored } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';
import { missingParameter } from '../wire/parameters.ts';

type Coupon = Stored<Stripe.Coupon>;
type PromotionCode = Stored<Stripe.PromotionCode>;

const couponPath = '/v1/coupons/{id}';
const codePath = '/v1/promotion_codes/{id}';

/** Coupons, and the codes with which customers redeem them. */
export const coupons: Resource = {
  routes: [
    onCatalogue('POST', '/v1/coupons', (scene, params: Stripe.CouponCreateParams) =>
      addCoupon(scene, params),
    ),
    onCatalogue('GET', '/v1/coupons', ({ catalogue }) =>
      Object.values(catalogue.coupons).filter(isListed),
    ),
    onCatalogue('GET', couponPath, ({ catalogue }, _, id) => findCoupon(catalogue, id)),
    onCatalogue('POST', couponPath, updateCoupon),
    onCatalogue('DELETE', couponPath, deleteCoupon),
    onCatalogue('POST', '/v1/promotion_codes', (scene, params: Stripe.PromotionCodeCreateParams) =>
      addPromotionCode(scene, params),
    ),
    onCatalogue('GET', '/v1/promotion_codes', listPromotionCodes),
    onCatalogue('GET', codePath, ({ catalogue }, _, id) =>
      existing(catalogue.promotionCodes, id, 'promotion code'),
    ),
    onCatalogue('POST', codePath, updatePromotionCode),
  ],
  inclusions: [
    {
      object: 'coupon',
      field: 'currency_options',
      compute: ({ catalogue }, { id = '' }) => catalogue.coupons[id]?.currency_options,
    },
    {
      object: 'coupon',
      field: 'applies_to',
      compute: ({ catalogue }, { id = '' }) => catalogue.coupons[id]?.applies_to,
    },
  ],
};

/** A deleted coupon goes on in the discounts that have it, so it is kept as no longer valid. */
const isListed = ({ metadata }: Coupon) => metadata !== null;

function findCoupon(
  { coupons: all }: Pick<Catalogue, 'coupons'>,
  id: string,
  param = 'id',
): Coupon {
  const listed = Object.entries(all).filter(([, coupon]) => isListed(coupon));
  return existing(Object.fromEntries(listed), id, 'coupon', param);
}

export function addCoupon(
  { catalogue, now, newId, emit }: CatalogueScene,
  params: Omit<Stripe.CouponCreateParams, 'expand'>,
): Coupon {
  checkTerms(params);
  const { percent_off: percent, amount_off: amount, duration = 'once' } = params;
  const id = params.id ?? newId('co').slice(3);
  if (Object.hasOwn(catalogue.coupons, id)) {
    throw invalid('Coupon already exists.', 'id', 'resource_already_exists');
  }
  const coupon: Coupon = {
    id,
    object: 'coupon',
    ...toOptionalTerms(params),
    amount_off: amount ?? null,
    created: now,
    currency: amount === undefined ? null : (params.currency ?? null),
    duration,
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: percent ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  catalogue.coupons[id] = coupon;
  emit('coupon.created', coupon);
  return coupon;
}

function toOptionalTerms(params: Omit<Stripe.CouponCreateParams, 'expand'>) {
  const { applies_to: scope, currency_options: options } = params;
  return {
    ...(scope && { applies_to: { products: scope.products ?? [] } }),
    ...(options && { currency_options: options }),
  };
}

function checkTerms(params: Omit<Stripe.CouponCreateParams, 'expand'>) {
  const { percent_off: percent, amount_off: amount, duration = 'once' } = params;
  if ((percent === undefined) === (amount === undefined)) {
    throw invalid('Must provide exactly one of percent_off or amount_off.', 'percent_off');
  }
  if (percent !== undefined && (percent <= 0 || percent > 100)) {
    throw invalid('Invalid percent_off: must be greater than 0 and at most 100.', 'percent_off');
  }
  if (amount !== undefined && params.currency === undefined) {
    throw missingParameter('currency');
  }
  requireWholeSteps(amount, params.currency ?? '', 'amount_off');
  if ((duration === 'repeating') !== (params.duration_in_months !== undefined)) {
    throw duration === 'repeating'
      ? missingParameter('duration_in_months')
      : invalid('duration_in_months is for a repeating duration only.', 'duration_in_months');
  }
}

function updateCoupon(scene: CatalogueScene, params: Stripe.CouponUpdateParams, id: string) {
  const coupon = findCoupon(scene.catalogue, id);
  return update(scene, 'coupon.updated', coupon, () => {
    coupon.name = params.name ?? coupon.name;
    coupon.metadata = mergeMetadata(coupon.metadata ?? {}, params.metadata);
  });
}

function deleteCoupon({ catalogue, emit }: CatalogueScene, _: object, id: string) {
  const coupon = findCoupon(catalogue, id);
  emit('coupon.deleted', coupon);
  coupon.valid = false;
  coupon.metadata = null;
  for (const code of Object.values(catalogue.promotionCodes)) {
    code.active = code.active && code.promotion.coupon !== id;
  }
  return { id, object: 'coupon', deleted: true };
}

export function addPromotionCode(
  { catalogue, now, newId, emit }: CatalogueScene,
  params: Omit<Stripe.PromotionCodeCreateParams, 'expand'> & { id?: string },
): PromotionCode {
  const { promotion } = params;
  const coupon = findCoupon(catalogue, promotion.coupon ?? '', 'promotion[coupon]');
  const code = params.code ?? newId('x').slice(-8).toUpperCase();
  const customer = params.customer ?? null;
  if (!/^[A-Za-z0-9-]+$/.test(code)) {
    throw invalid('Invalid code. Only letters, digits and dashes are allowed.', 'code');
  }
  const isTaken = Object.values(catalogue.promotionCodes).some(
    (one) => one.active && isSameCode(one.code, code) && one.customer === customer,
  );
  if (isTaken) {
    throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code');
  }
  const id = params.id ?? newId('promo');
  const promotionCode: PromotionCode = {
    id,
    object: 'promotion_code',
    active: params.active ?? true,
    code,
    created: now,
    customer,
    customer_account: null,
    expires_at: params.expires_at ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: toRestrictions(params.restrictions),
    times_redeemed: 0,
  };
  catalogue.promotionCodes[id] = promotionCode;
  emit('promotion_code.created', promotionCode);
  return promotionCode;
}

function toRestrictions(
  given: Stripe.PromotionCodeCreateParams.Restrictions = {},
): PromotionCode['restrictions'] {
  const options = Object.entries(given.currency_options ?? {}).map(
    ([currency, { minimum_amount: amount = 0 }]) => [currency, { minimum_amount: amount }],
  );
  return {
    ...(options.length > 0 && { currency_options: Object.fromEntries(options) }),
    first_time_transaction: given.first_time_transaction ?? false,
    minimum_amount: given.minimum_amount ?? null,
    minimum_amount_currency: given.minimum_amount_currency ?? null,
  };
}

const isSameCode = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function listPromotionCodes({ catalogue }: CatalogueScene, params: Stripe.PromotionCodeListParams) {
  const { active, code, coupon, customer } = params;
  return Object.values(catalogue.promotionCodes).filter(
    (one) =>
      (active === undefined || one.active === active) &&
      (code === undefined || isSameCode(one.code, code)) &&
      (coupon === undefined || one.promotion.coupon === coupon) &&
      (customer === undefined || one.customer === customer),
  );
}

function updatePromotionCode(
  scene: CatalogueScene,
  params: Stripe.PromotionCodeUpdateParams,
  id: string,
) {
  const code = existing(scene.catalogue.promotionCodes, id, 'promotion code');
  return update(scene, 'promotion_code.updated', code, () => {
    code.active = params.active ?? code.active;
    code.metadata = mergeMetadata(code.metadata ?? {}, params.metadata);
  });
}

/** The purchase that a code is redeemed for. */
export interface Purchase {
  currency: string;
  /** Before discounts. */
  amount: number;
}

/**
 * The coupon of a code or of its own id, checked for this customer. With a locked catalogue, `countRedemption`
 * afterwards makes check and count one step for all customers.
 */
export function findRedeemable(
  { catalogue, state, now }: Pick<Scene, 'catalogue' | 'state' | 'now'>,
  given: { coupon?: string; promotion_code?: string },
  purchase: Purchase,
  param: string,
): { coupon: Coupon; code: PromotionCode | null } {
  if (given.promotion_code === undefined) {
    const at = `${param}[coupon]`;
    const coupon = findCoupon(catalogue, given.coupon ?? '', at);
    checkCoupon(coupon, now, at);
    return { coupon, code: null };
  }
  const at = `${param}[promotion_code]`;
  const code = existing(catalogue.promotionCodes, given.promotion_code, 'promotion code', at);
  const refuse = (reason: string) => invalid(`This promotion code ${reason}.`, at);
  if (!isOpen(code, now)) {
    throw refuse('is inactive or has expired');
  }
  if (code.customer !== null && code.customer !== state.customer?.id) {
    throw refuse('cannot be redeemed because it is restricted to another customer');
  }
  const hasPaid = Object.values(state.charges).some(({ paid }) => paid);
  if (code.restrictions.first_time_transaction && hasPaid) {
    throw refuse('cannot be redeemed because the associated customer has prior transactions');
  }
  if (!isEnough(code, purchase)) {
    throw refuse('cannot be redeemed because the minimum amount is not reached');
  }
  const coupon = existing(catalogue.coupons, code.promotion.coupon ?? '', 'coupon', at);
  checkCoupon(coupon, now, at);
  return { coupon, code };
}

function isOpen(code: PromotionCode, now: number): boolean {
  const { active, expires_at: end, max_redemptions: most, times_redeemed: times } = code;
  return active && (end === null || end > now) && (most === null || times < most);
}

function isEnough({ restrictions }: PromotionCode, { currency, amount }: Purchase): boolean {
  const {
    minimum_amount: minimum,
    minimum_amount_currency: own,
    currency_options: others,
  } = restrictions;
  const least = own === currency ? minimum : others?.[currency]?.minimum_amount;
  return minimum === null || (least !== undefined && least !== null && amount >= least);
}

function checkCoupon(coupon: Coupon, now: number, param: string) {
  const { max_redemptions: most, times_redeemed: times, redeem_by: end } = coupon;
  const isUsedUp = most !== null && times >= most;
  if (!coupon.valid || isUsedUp || (end !== null && end <= now)) {
    throw invalid(`Coupon expired: ${coupon.id}`, param, 'coupon_expired');
  }
}

/** The catalogue has to be locked for changes. */
export function countRedemption(
  { catalogue, now }: Pick<Scene, 'catalogue' | 'now'>,
  { coupon: { id }, code }: { coupon: Coupon; code: PromotionCode | null },
) {
  const coupon = existing(catalogue.coupons, id, 'coupon');
  coupon.times_redeemed += 1;
  const { max_redemptions: most, redeem_by: end } = coupon;
  coupon.valid =
    coupon.valid && (most === null || coupon.times_redeemed < most) && (end === null || end > now);
  if (code) {
    existing(catalogue.promotionCodes, code.id, 'promotion code').times_redeemed += 1;
  }
}
