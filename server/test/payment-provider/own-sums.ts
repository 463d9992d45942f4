// Amounts of invoices by the rules that Stripe documents, in fractions of a cent: a calculation in which the emulator
// takes no part. Stripe does not document where it rounds to whole cents. So each amount comes with `off`, the most that
// rounding can make of it: half a cent for each amount that is rounded on its own. It is 0 where nothing is rounded, as
// in a purchase and a renewal without a tax on top.

export interface SoldPrice {
  readonly priceIds: readonly string[];
  readonly frequency: 'week' | 'month' | 'year';
  readonly currency: 'usd' | 'eur';
  /** Minor units per period. */
  readonly amount: number;
}

export interface Discount {
  readonly percent: number;
  /** Minor units, once per invoice. */
  readonly amount: number;
  /** Months from the purchase, infinitely many too; 0 for the first invoice alone. */
  readonly months: number;
}

interface Rounded {
  readonly amount: number;
  /** Cents by which an amount in whole cents may differ. */
  readonly off: number;
}

/** A subscription as it follows from what was bought. */
export interface Account {
  readonly boughtAt: Date;
  readonly discount: Discount | null;
  /** Part of a charge that is added as tax; 0 where none is, or where the price includes it. */
  readonly taxRate: number;
  readonly price: SoldPrice;
  /** Start from which periods are counted. */
  readonly anchor: Date;
  readonly start: Date;
  readonly end: Date;
  /** Charged for the present price after its discount and with its tax, and the start of the time that it pays for. */
  readonly paid: Rounded & { readonly from: Date };
  /** Credit of the customer; below zero a debt. */
  readonly balance: number;
}

export interface Sum {
  readonly total: number;
  readonly due: number;
  /** Credit that the invoice adds. */
  readonly added: number;
  readonly balance: number;
  /** Cents by which the amounts in whole cents may differ. */
  readonly off: number;
}

const dayMs = 86_400_000;

/** End of the period with that number, counted from the anchor: Jan 31, Feb 28, Mar 31. */
function endOfPeriod(anchor: Date, frequency: SoldPrice['frequency'], count: number): Date {
  if (frequency === 'week') {
    return new Date(anchor.getTime() + 7 * dayMs * count);
  }
  const months = frequency === 'month' ? count : 12 * count;
  const firstOfNext = new Date(anchor);
  firstOfNext.setUTCDate(1);
  firstOfNext.setUTCMonth(firstOfNext.getUTCMonth() + months + 1);
  const lastDay = new Date(firstOfNext.getTime() - dayMs);
  const end = new Date(lastDay);
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay.getUTCDate()));
  return end;
}

/** Taken off charges at that instant. */
function takenOff(
  { discount, boughtAt }: Pick<Account, 'discount' | 'boughtAt'>,
  charges: number,
  at: Date,
): number {
  if (!discount) {
    return 0;
  }
  const { months, amount, percent } = discount;
  const lasts = months === Number.POSITIVE_INFINITY || at < endOfPeriod(boughtAt, 'month', months);
  const isFirst = at.getTime() === boughtAt.getTime();
  return isFirst || lasts ? Math.min(charges, amount + (charges * percent) / 100) : 0;
}

interface Charges {
  /** For a whole period. */
  readonly amount: number;
  /** Prices among which the amount is divided. */
  readonly prices: number;
  /** Part of the period that is charged; below 1 it is rounded itself. */
  readonly part: number;
  readonly at: Date;
}

/** Charges less their discount, with the tax that is added; each of them is rounded for each price. */
function charged(
  terms: Pick<Account, 'discount' | 'taxRate' | 'boughtAt'>,
  { amount: whole, prices, part, at }: Charges,
): Rounded {
  const { taxRate } = terms;
  // An amount off is for a whole period too, as Stripe documents it.
  const discount = takenOff(terms, whole, at) * part;
  const amount = whole * part;
  const isPart = part < 1;
  const isDiscountPart = discount > 0 && (isPart || !Number.isInteger(discount / prices));
  const offBefore = amount === 0 ? 0 : roundings(prices, isPart, isDiscountPart);
  const isTaxed = amount > 0 && taxRate > 0;
  return {
    amount: (amount - discount) * (1 + taxRate),
    off: offBefore * (1 + taxRate) + roundings(prices, isTaxed),
  };
}

/** Half a cent for each rounding of each price. */
const roundings = (prices: number, ...are: readonly boolean[]): number =>
  (prices * are.filter((isRounded) => isRounded).length) / 2;

/** The part of what was charged for the present price that pays for the time from then on. */
function creditOf({ price, paid, end, taxRate }: Account, at: Date): Rounded {
  const part = (end.getTime() - at.getTime()) / (end.getTime() - paid.from.getTime());
  const prices = paid.amount === 0 ? 0 : price.priceIds.length;
  const off = roundings(prices, true) * (1 + taxRate) + roundings(prices, taxRate > 0);
  return { amount: paid.amount * part, off: off + paid.off };
}

/** Splits a total into what the balance and the card pay; an amount below the least one is owed later. */
export function settle(total: number, balance: number, least: number): Omit<Sum, 'total' | 'off'> {
  const owed = total - balance;
  // A debt is due with whatever invoice comes, also with one that is a credit and leaves a part of it.
  const isCharged = owed > 0 && owed >= least;
  return {
    due: isCharged ? owed : 0,
    added: Math.max(0, -total),
    balance: isCharged ? 0 : -owed,
  };
}

export function sumOfPurchase(
  terms: Pick<Account, 'discount' | 'taxRate' | 'boughtAt' | 'price'>,
  least: number,
): { readonly sum: Sum; readonly account: Account } {
  const { price, boughtAt } = terms;
  const { amount: total, off } = charged(terms, wholePrice(price, boughtAt));
  const end = endOfPeriod(boughtAt, price.frequency, 1);
  const sum = { total, ...settle(total, 0, least), off };
  const paid = { amount: total, off, from: boughtAt };
  const account = { ...terms, anchor: boughtAt, start: boughtAt, end, paid, balance: sum.balance };
  return { sum, account };
}

const wholePrice = ({ amount, priceIds }: SoldPrice, at: Date): Charges => ({
  amount,
  prices: priceIds.length,
  part: 1,
  at,
});

export function sumOfRenewal(
  account: Account,
  least: number,
): { readonly sum: Sum; readonly account: Account } {
  const { price, anchor, end: start } = account;
  const { amount: total, off } = charged(account, wholePrice(price, start));
  const sum = { total, ...settle(total, account.balance, least), off };
  const counts = Array.from({ length: 400 }, (_, index) => index + 1);
  const end = counts
    .map((count) => endOfPeriod(anchor, price.frequency, count))
    .find((instant) => instant > start);
  const paid = { amount: total, off, from: start };
  return { sum, account: { ...account, start, end: end ?? start, paid, balance: sum.balance } };
}

export interface Change {
  readonly to: SoldPrice;
  /** Instant of the preview, which rules the credit. */
  readonly at: Date;
  /** When it was made: another frequency, and a price after none, begin a period there. */
  readonly madeAt: Date;
}

export function sumOfChange(
  account: Account,
  { to, at, madeAt }: Change,
  least: number,
): { readonly sum: Sum; readonly account: Account } {
  const { price, start, end } = account;
  const leftMs = end.getTime() - at.getTime();
  const credit = creditOf(account, at);
  const isNew = to.frequency !== price.frequency || (price.amount === 0 && to.amount > 0);
  const part = isNew ? 1 : leftMs / (end.getTime() - start.getTime());
  const charge = charged(account, { ...wholePrice(to, at), part });
  const total = charge.amount - credit.amount;
  const off = charge.off + credit.off;
  const sum = { total, ...settle(total, account.balance, least), off };
  const period = isNew
    ? { anchor: madeAt, start: madeAt, end: endOfPeriod(madeAt, to.frequency, 1) }
    : { anchor: account.anchor, start, end };
  const now = { ...charge, from: isNew ? madeAt : at };
  return { sum, account: { ...account, ...period, price: to, paid: now, balance: sum.balance } };
}
