import { expect } from 'vitest';
import type {
  AmountParts,
  ProviderSubscription,
} from '../../src/modules/billing/port/payment-provider.ts';
import type { Chance } from '../harness/chance.ts';
import { type CodeName, codes } from './contract-codes.ts';
import {
  makeCustomer,
  newKey,
  newStart,
  read,
  readCredit,
  subscriptionOf,
} from './contract-steps.ts';
import type { ProviderRig } from './contract-suite.ts';
import {
  type Account,
  type SoldPrice,
  type Sum,
  sumOfChange,
  sumOfPurchase,
  sumOfRenewal,
} from './own-sums.ts';

/** A provider under test, whose customers' balance an operator can change. */
export interface InvoiceRig extends ProviderRig {
  /** Minor units below which a card is not charged. */
  readonly least: number;
  /** Credit to give as an operator; below zero a debt, at a provider that knows debts. */
  readonly balances: readonly number[];
  setBalance(customerId: string, balance: number): Promise<void>;
}

export interface Lot {
  readonly purchases: number;
  readonly changes: number;
}

const sold = (name: string, frequency: SoldPrice['frequency'], amount: number): SoldPrice => ({
  priceIds: name.startsWith('enterprise')
    ? [`price_${name}_${frequency}`, `price_${name}_extra_${frequency}`]
    : [`price_${name}_${frequency}`],
  frequency,
  currency: 'usd',
  amount,
});
const inEuros = (frequency: SoldPrice['frequency'], amount: number): SoldPrice => ({
  ...sold('pro', frequency, amount),
  priceIds: [`price_pro_${frequency}_eur`],
  currency: 'eur',
});

const free = sold('free', 'week', 0);
const paidPrices = [
  sold('pro', 'week', 1_000),
  sold('pro', 'month', 4_000),
  sold('pro', 'year', 40_000),
  sold('enterprise', 'week', 3_000),
  sold('enterprise', 'month', 12_000),
  sold('enterprise', 'year', 120_000),
  inEuros('month', 3_900),
  inEuros('year', 39_000),
];
const prices = [free, ...paidPrices];
const codeNames = Object.keys(codes) as CodeName[];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Buyer {
  readonly customerId: string;
  readonly id: string;
  account: Account;
  /** Invoices that were checked. */
  checked: number;
}

/** Random purchases, renewals and changes; each costs what was shown, and what our own sums say. Answers how many. */
export async function playInvoices(rig: InvoiceRig, chance: Chance, lot: Lot): Promise<Lot> {
  const buyers: Buyer[] = [];
  while (buyers.length < lot.purchases) {
    await rig.advance(chance.below(60) * hourMs + chance.below(3_600) * 1_000);
    buyers.push(await purchase(rig, chance));
  }
  let changes = 0;
  while (changes < lot.changes) {
    await rig.advance(chance.below(20) * dayMs + chance.below(86_400) * 1_000);
    for (const buyer of buyers) {
      changes += await live(rig, chance, buyer);
    }
  }
  await rig.advance(400 * dayMs);
  for (const buyer of buyers) {
    await expectRenewals(rig, buyer);
  }
  return { purchases: buyers.length, changes };
}

/** Answers how many changes were made. */
async function live(rig: InvoiceRig, chance: Chance, buyer: Buyer): Promise<number> {
  await expectRenewals(rig, buyer);
  if (chance.below(3) === 0) {
    await giveBalance(rig, chance, buyer);
  }
  const isChanged = chance.below(4) > 0 && (await change(rig, chance, buyer));
  return isChanged ? 1 : 0;
}

async function purchase(rig: InvoiceRig, chance: Chance): Promise<Buyer> {
  const { provider } = rig;
  const price = chance.pick(paidPrices);
  const { priceIds, amount, currency } = price;
  const name = chance.below(2) === 0 ? undefined : chance.pick(codeNames);
  const promotion = name && (await provider.findCode(name, { amount, currency }));
  const paying = await makeCustomer(rig, 'pm_card_visa');
  const shown = await provider.previewPurchase({ priceIds, promotion });
  const start = { ...newStart(paying, priceIds), ...(promotion && { discountId: promotion.id }) };
  const bought = subscriptionOf(await provider.startSubscription(start));
  const begun = await read(rig, bought.id);

  const discount = name && promotion ? codes[name] : null;
  const boughtAt = begun.periodStart ?? expect.fail();
  const { sum, account } = sumOfPurchase({ discount, price, boughtAt }, rig.least);
  expectSum(sum, totalOf(shown.parts), shown.dueNow.amount);
  expectPeriod(begun, account);
  const [first] = await provider.listInvoices(paying.customerId, 1);
  expect(first?.total.amount ?? 0).toBe(totalOf(shown.parts));
  expect(first?.due.amount ?? 0).toBe(shown.dueNow.amount);
  expect(shown.next.amount).toBe(sumOfRenewal(account, rig.least).sum.due);
  const buyer = { customerId: paying.customerId, id: bought.id, account, checked: 0 };
  return { ...buyer, checked: await countInvoices(rig, buyer) };
}

/** What the provider has charged since, one invoice for each period. */
async function expectRenewals(rig: InvoiceRig, buyer: Buyer): Promise<void> {
  const now = await rig.now();
  const expected: { total: number; due: number }[] = [];
  while (buyer.account.end <= now) {
    const { sum, account } = sumOfRenewal(buyer.account, rig.least);
    buyer.account = account;
    if (sum.total !== 0) {
      expected.unshift({ total: sum.total, due: sum.due });
    }
  }
  const invoices = await rig.provider.listInvoices(buyer.customerId, 100);
  const added = invoices.slice(0, Math.max(0, invoices.length - buyer.checked));
  expect(
    added.map(({ total, due }) => ({ total: total.amount, due: due.amount })),
    nameOf(buyer),
  ).toEqual(expected);
  buyer.checked = invoices.length;
  expect(await readCredit(rig, buyer.customerId), nameOf(buyer)).toBe(buyer.account.balance);
  expectPeriod(await read(rig, buyer.id), buyer.account);
}

async function giveBalance(rig: InvoiceRig, chance: Chance, buyer: Buyer): Promise<void> {
  const balance = buyer.account.balance + chance.pick(rig.balances);
  await rig.setBalance(buyer.customerId, balance);
  buyer.account = { ...buyer.account, balance };
}

/** False where the period ends too soon for a preview and a change. */
async function change(rig: InvoiceRig, chance: Chance, buyer: Buyer): Promise<boolean> {
  const { provider } = rig;
  const { price, end } = buyer.account;
  const at = await rig.now();
  if (end.getTime() - at.getTime() < hourMs) {
    return false;
  }
  const others = prices.filter((one) => one.currency === price.currency && one !== price);
  const to = chance.pick(others);
  const wanted = { providerSubscriptionId: buyer.id, priceIds: to.priceIds, at };
  const shown = await provider.previewChange(wanted);
  await rig.advance(chance.below(3) * minuteMs);
  const charge = await provider.changePrices({ ...wanted, key: newKey() });
  expect(charge.outcome).toBe('paid');
  const changed = await read(rig, buyer.id);

  const madeAt = changed.periodStart ?? expect.fail();
  const { sum, account } = sumOfChange(buyer.account, { to, at, madeAt }, rig.least);
  const words = `${nameOf(buyer)} to ${to.priceIds[0]}`;
  expectSum(sum, totalOf(shown.parts), shown.dueNow.amount, words);
  const [newest] = await provider.listInvoices(buyer.customerId, 1);
  const total = totalOf(shown.parts);
  if (total !== 0) {
    expect(newest?.total.amount, words).toBe(total);
    expect(newest?.due.amount, words).toBe(shown.dueNow.amount);
  }
  const balance = await readCredit(rig, buyer.customerId);
  expect(shown.credit.amount, words).toBe(Math.max(0, -total));
  expect(Math.abs(balance - sum.balance), words).toBeLessThanOrEqual(sum.rounded / 2);
  buyer.account = { ...account, balance };
  expectPeriod(changed, buyer.account);
  expect(shown.next.amount, words).toBe(sumOfRenewal(buyer.account, rig.least).sum.due);
  buyer.checked = await countInvoices(rig, buyer);
  return true;
}

/** Each rounded amount may be half a cent away from its fraction. */
function expectSum(sum: Sum, total: number, due: number, words?: string): void {
  const most = sum.rounded / 2 + 0.01;
  expect(Math.abs(total - sum.total), `${words}: ${total}, not ${sum.total}`).toBeLessThanOrEqual(
    most,
  );
  expect(Math.abs(due - sum.due), `${words}: due ${due}, not ${sum.due}`).toBeLessThanOrEqual(most);
}

function expectPeriod(
  { periodStart, periodEnd }: ProviderSubscription,
  { start, end }: Account,
): void {
  expect([periodStart, periodEnd]).toEqual([start, end]);
}

const totalOf = ({ subtotal, discount, tax, isTaxIncluded }: AmountParts) =>
  subtotal - discount + (isTaxIncluded ? 0 : (tax ?? 0));

async function countInvoices({ provider }: InvoiceRig, { customerId }: Pick<Buyer, 'customerId'>) {
  return (await provider.listInvoices(customerId, 100)).length;
}

const nameOf = ({ account: { price, discount, boughtAt } }: Buyer) =>
  `${price.priceIds[0]}, bought ${boughtAt.toISOString()}, discount ${JSON.stringify(discount)}`;
