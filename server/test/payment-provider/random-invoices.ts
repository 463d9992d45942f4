import { expect } from 'vitest';
import type {
  AmountParts,
  ChangePreview,
  ProviderSubscription,
} from '../../src/modules/billing/port/payment-provider.ts';
import { itemsOf } from '../../src/modules/billing/port/rules/plan.ts';
import type { Chance } from '../harness/chance.ts';
import {
  makeCustomer,
  newKey,
  newStart,
  read,
  readCredit,
  subscriptionOf,
} from './contract/steps.ts';
import type { ProviderRig } from './contract/suite.ts';
import { makeTaxed } from './contract/tax-steps.ts';
import {
  type Account,
  type Sum,
  settle,
  sumOfChange,
  sumOfPurchase,
  sumOfRenewal,
} from './own-sums.ts';
import { chooseTerms, soldPrices } from './random-terms.ts';

/** The provider, and what an operator does there. */
export interface InvoiceRig extends ProviderRig {
  setBalance(customerId: string, balance: number): Promise<void>;
}

/** Minor units below which Stripe charges no card. */
const least = 50;
/** Credit to give as an operator; below zero a debt. */
const balances = [1, 333, 5_000, 50_000, -1, -40, -2_222];

export interface Lot {
  readonly purchases: number;
  readonly changes: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Buyer {
  readonly customerId: string;
  readonly id: string;
  account: Account;
  /** Shown before the newest purchase or change as the next charge; undefined once something else has changed it. */
  shownNext: number | undefined;
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
  const { price, discount, taxRate, place, promotion, buyer } = await chooseTerms(provider, chance);
  const items = itemsOf(price);
  const paying = await (place ? makeTaxed(rig, place) : makeCustomer(rig, 'pm_card_visa'));
  const shown = await provider.previewPurchase({ items, promotion, buyer });
  const start = {
    ...newStart(paying, items),
    ...(promotion && { discountId: promotion.id }),
    ...(place && { isTaxed: true as const }),
  };
  const bought = subscriptionOf(await provider.startSubscription(start));
  const begun = await read(rig, bought.id);

  const boughtAt = begun.periodStart ?? expect.fail();
  const { sum, account } = sumOfPurchase({ discount, taxRate, price, boughtAt }, least);
  const { customerId } = paying;
  const next = shown.next.amount;
  const one = { customerId, id: bought.id, account, shownNext: next, checked: 0 };
  expectSum(sum, totalOf(shown.parts), shown.dueNow.amount, nameOf(one));
  expect(sumOfLines(shown), nameOf(one)).toBe(shown.dueNow.amount);
  expectPeriod(begun, account);
  const [first] = await provider.listInvoices(customerId, 1);
  expect(first?.total.amount ?? 0).toBe(totalOf(shown.parts));
  expect(first?.due.amount ?? 0).toBe(shown.dueNow.amount);
  expectNear(chargedOf(next), sumOfRenewal(account, least).sum, nameOf(one));
  const balance = await readCredit(rig, customerId);
  const checked = await countInvoices(rig, one);
  return { ...one, account: { ...account, balance }, checked };
}

/** Compares the invoices that the provider has made since, one invoice for each period. */
async function expectRenewals(rig: InvoiceRig, buyer: Buyer): Promise<void> {
  const now = await rig.now();
  const expected: Sum[] = [];
  while (buyer.account.end <= now) {
    const { sum, account } = sumOfRenewal(buyer.account, least);
    expected.push(sum);
    buyer.account = { ...account, balance: buyer.account.balance };
  }
  const invoices = await rig.provider.listInvoices(buyer.customerId, 100);
  const added = invoices.slice(0, Math.max(0, invoices.length - buyer.checked));
  const words = nameOf(buyer);
  expect(
    added.map(({ status }) => status),
    words,
  ).toEqual(expected.filter(({ total }) => total !== 0).map(() => 'paid'));
  const left = [...added];
  let { balance } = buyer.account;
  for (const sum of expected) {
    // An invoice of nothing is not listed, and takes a debt too.
    const invoice = sum.total === 0 ? undefined : left.pop();
    const total = invoice?.total.amount ?? 0;
    // Whole cents decide what the balance leaves, and whether that is too little for a card.
    const settled = settle(total, balance, least);
    balance = settled.balance;
    if (invoice) {
      expectSum({ ...sum, due: settled.due }, total, invoice.due.amount, words);
    }
  }
  const oldest = added.at(-1);
  if (oldest && buyer.shownNext !== undefined) {
    expect(oldest.due.amount, words).toBe(buyer.shownNext);
    buyer.shownNext = undefined;
  }
  buyer.checked = invoices.length;
  // Nothing is no negative zero.
  expect(await readCredit(rig, buyer.customerId), words).toBe(balance || 0);
  buyer.account = { ...buyer.account, balance };
  expectPeriod(await read(rig, buyer.id), buyer.account);
}

async function giveBalance(rig: InvoiceRig, chance: Chance, buyer: Buyer): Promise<void> {
  const balance = buyer.account.balance + chance.pick(balances);
  await rig.setBalance(buyer.customerId, balance);
  buyer.shownNext = undefined;
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
  const others = soldPrices.filter((one) => one.currency === price.currency && one !== price);
  const to = chance.pick(others);
  const wanted = { providerSubscriptionId: buyer.id, items: itemsOf(to), at };
  const shown = await provider.previewChange(wanted);
  await rig.advance(chance.below(3) * minuteMs);
  const charge = await provider.changePrices({ ...wanted, key: newKey() });
  expect(charge.outcome).toBe('paid');
  const changed = await read(rig, buyer.id);

  const madeAt = changed.periodStart ?? expect.fail();
  const { sum, account } = sumOfChange(buyer.account, { to, at, madeAt }, least);
  const words = `${nameOf(buyer)} to ${to.priceIds[0]}`;
  expectSum(sum, totalOf(shown.parts), shown.dueNow.amount, words);
  expect(sumOfLines(shown), words).toBe(shown.dueNow.amount);
  const [newest] = await provider.listInvoices(buyer.customerId, 1);
  const total = totalOf(shown.parts);
  if (total !== 0) {
    expect(newest?.total.amount, words).toBe(total);
    expect(newest?.due.amount, words).toBe(shown.dueNow.amount);
  }
  const balance = await readCredit(rig, buyer.customerId);
  expect(shown.credit.amount, words).toBe(Math.max(0, -total));
  expect(Math.abs(balance - sum.balance), words).toBeLessThanOrEqual(sum.off + 0.01);
  buyer.account = { ...account, balance };
  expectPeriod(changed, buyer.account);
  const next = shown.next.amount;
  expectNear(chargedOf(next), sumOfRenewal(buyer.account, least).sum, words);
  buyer.shownNext = next < least ? undefined : next;
  buyer.checked = await countInvoices(rig, buyer);
  return true;
}

/** A preview tells what is due; below the least amount nothing is charged, and it is due with the invoice after. */
const chargedOf = (due: number): number => (due < least ? 0 : due);

/** The amount that the renewal charges. */
function expectNear(next: number, { due, off }: Sum, words: string): void {
  expect(Math.abs(next - due), `${words}: next ${next}, not ${due}`).toBeLessThanOrEqual(
    off + 0.01,
  );
}

/** Exact but for what rounding may make of it, and the error of fractions in a computer. */
function expectSum(sum: Sum, total: number, due: number, words?: string): void {
  const most = sum.off + 0.01;
  expect(Math.abs(total - sum.total), `${words}: ${total}, not ${sum.total}`).toBeLessThanOrEqual(
    most,
  );
  expect(
    Math.abs(due - sum.due),
    `${words}: due ${due}, not ${sum.due}, total ${total}, not ${sum.total}`,
  ).toBeLessThanOrEqual(most);
}

function expectPeriod(
  { periodStart, periodEnd }: ProviderSubscription,
  { start, end }: Account,
): void {
  expect([periodStart, periodEnd]).toEqual([start, end]);
}

const totalOf = ({ subtotal, discount, tax, isTaxIncluded }: AmountParts) =>
  subtotal - discount + (isTaxIncluded ? 0 : (tax ?? 0));

/** Every reader of the lines can add them up. */
const sumOfLines = ({ lines }: Pick<ChangePreview, 'lines'>) =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

async function countInvoices({ provider }: InvoiceRig, { customerId }: Pick<Buyer, 'customerId'>) {
  return (await provider.listInvoices(customerId, 100)).length;
}

const nameOf = ({ account: { price, discount, boughtAt } }: Buyer) =>
  `${price.priceIds[0]}, bought ${boughtAt.toISOString()}, discount ${JSON.stringify(discount)}`;
