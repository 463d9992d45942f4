// Amounts of invoices by the rules that Stripe documents, in fractions of a cent: a third calculation, which
// neither the sandbox nor the stand-in takes part in.

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
  readonly paid: { readonly amount: number; readonly from: Date };
  /** Credit of the customer; below zero a debt. */
  readonly balance: number;
}

export interface Sum {
  readonly total: number;
  readonly due: number;
  /** Credit that the invoice adds. */
  readonly added: number;
  readonly balance: number;
  /** Amounts that a provider rounds to whole cents on their own. */
  readonly rounded: number;
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

/** Charges less their discount, with the tax that is added. */
function charged(
  terms: Pick<Account, 'discount' | 'taxRate' | 'boughtAt'>,
  charges: number,
  at: Date,
): number {
  return (charges - takenOff(terms, charges, at)) * (1 + terms.taxRate);
}

/** Splits a total into what the balance and the card pay; an amount below the least one is owed later. */
function settle(total: number, balance: number, least: number): Omit<Sum, 'total' | 'rounded'> {
  const owed = total - balance;
  // A credit lowers a debt, which waits for an invoice that charges something.
  const isCharged = total >= 0 && owed > 0 && owed >= least;
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
  const total = charged(terms, price.amount, boughtAt);
  const end = endOfPeriod(boughtAt, price.frequency, 1);
  const sum = { total, ...settle(total, 0, least), rounded: 2 * price.priceIds.length };
  const paid = { amount: total, from: boughtAt };
  const account = { ...terms, anchor: boughtAt, start: boughtAt, end, paid, balance: sum.balance };
  return { sum, account };
}

export function sumOfRenewal(
  account: Account,
  least: number,
): { readonly sum: Sum; readonly account: Account } {
  const { price, anchor, end: start } = account;
  const total = charged(account, price.amount, start);
  const sum = {
    total,
    ...settle(total, account.balance, least),
    rounded: 2 * price.priceIds.length,
  };
  const counts = Array.from({ length: 400 }, (_, index) => index + 1);
  const end = counts
    .map((count) => endOfPeriod(anchor, price.frequency, count))
    .find((instant) => instant > start);
  const paid = { amount: total, from: start };
  return { sum, account: { ...account, start, end: end ?? start, paid, balance: sum.balance } };
}

interface Change {
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
  const { price, paid, start, end } = account;
  const leftMs = end.getTime() - at.getTime();
  const credit = (paid.amount * leftMs) / (end.getTime() - paid.from.getTime());
  const isNew = to.frequency !== price.frequency || (price.amount === 0 && to.amount > 0);
  const charges = isNew ? to.amount : (to.amount * leftMs) / (end.getTime() - start.getTime());
  const amount = charged(account, charges, at);
  const total = amount - credit;
  const lines = price.priceIds.length + to.priceIds.length;
  const sum = { total, ...settle(total, account.balance, least), rounded: 3 * lines };
  const period = isNew
    ? { anchor: madeAt, start: madeAt, end: endOfPeriod(madeAt, to.frequency, 1) }
    : { anchor: account.anchor, start, end };
  const now = { amount, from: isNew ? madeAt : at };
  return { sum, account: { ...account, ...period, price: to, paid: now, balance: sum.balance } };
}
