import { formatMoney } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { verdictOf } from '../../harness/crowd.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import type { History } from '../history.ts';
import type { WorldAnswer as Answer, World } from '../world.ts';

interface Money {
  readonly amount: number;
  readonly currency: string;
}

interface AtProvider {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly due: number;
  readonly currency: string;
  /** Minor units that were paid and refunded. */
  readonly back: number;
  readonly isOwed: boolean;
}

interface State {
  readonly world: World;
  readonly player: History;
  readonly id: string;
}

/** In sentences, sums of the player's projects that are not what the provider collects; counts the states. */
export async function findWrongSums(
  world: World,
  players: readonly History[],
): Promise<{ readonly states: number; readonly wrong: string[] }> {
  const wrong: string[] = [];
  let states = 0;
  for (const player of players) {
    for (const id of await settledOf(world, player)) {
      const state = { world, player, id };
      const found = [...(await compareShown(state)), ...(await comparePaying(state))];
      wrong.push(...found.map((sentence) => `${id}: ${sentence}`));
      states += 1;
    }
  }
  return { states, wrong };
}

/** A project with an open change is between two states. */
async function settledOf({ app }: World, { owner }: History): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from subscriptions s where owner_id = ${owner.uid} and not exists (
      select from intents i where i.subscription_id = s.id and i.status = 'open')`.execute(app.db);
  return rows.map(({ id }) => id);
}

async function readInvoices({ world, id }: State): Promise<AtProvider[]> {
  const { invoices, subscriptions } = await world.readBooks();
  const own = subscriptions.filter(({ reference }) => reference === id);
  return invoices.flatMap(({ reason, returns, ...invoice }) => {
    const paidBy = own.find((one) => one.id === invoice.subscriptionId);
    if (!paidBy) {
      return [];
    }
    const isOnHold = ['past_due', 'unpaid'].includes(paidBy.status);
    const isOwed = invoice.status === 'open' && reason !== 'update' && isOnHold;
    const back = sum(returns.filter(({ kind }) => kind === 'refund').map(({ cents }) => cents));
    return [{ ...invoice, back, isOwed }];
  });
}

/** The ledger of cash: what cards paid and kept paying. */
const cashOf = (invoices: readonly AtProvider[]) =>
  sum(invoices.filter(({ status }) => status === 'paid').map(({ due, back }) => due - back));

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);

const call = ({ world, player }: State, name: string, data: object): Promise<Answer> =>
  world.call(name, { data, idToken: player.owner.idToken, headers: {} });

/** The summary, the invoices and the mails. */
async function compareShown(state: State): Promise<string[]> {
  const { id } = state;
  const answer = await call(state, 'getBillingSummary', { subscriptionId: id });
  const summary = answer.json().data;
  if (answer.statusCode !== 200) {
    return [];
  }
  const invoices = await readInvoices(state);
  const owed = sum(invoices.filter(({ isOwed }) => isOwed).map(({ due }) => due));
  const paid: Money[] = summary.paid_total?.amounts ?? [];
  return [
    ...differ('owed', summary.owed?.amount ?? 0, summary.status === 'canceled' ? 0 : owed),
    ...(summary.paid_total
      ? differ('paid in total', sum(paid.map(({ amount }) => amount)), cashOf(invoices))
      : []),
    ...(await compareLedger(state, invoices)),
    ...(await compareMails(state, { invoices, owed: summary.owed ?? null })),
  ];
}

async function compareLedger(
  { world: { app }, id }: State,
  invoices: readonly AtProvider[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; due: number }>`
    select id, due::float8 as due from invoices
    where subscription_id = ${id} and status = 'paid'`.execute(app.db);
  return rows.flatMap((row) =>
    differ(`invoice ${row.id}`, row.due, invoices.find((one) => one.id === row.id)?.due ?? 0),
  );
}

/** Each receipt names what was charged, and a project that is still on hold what is owed. */
async function compareMails(
  { world: { app }, player }: State,
  { invoices, owed }: { readonly invoices: readonly AtProvider[]; readonly owed: Money | null },
): Promise<string[]> {
  const mails = await receivedMails(app, player.owner.email);
  const receipts = mails.filter(({ kind }) => kind === 'receipt');
  const wrong = invoices
    .filter(({ due, status }) => status === 'paid' && due > 0)
    .flatMap(({ number, due, currency }) => {
      const receipt = receipts.find(({ text }) => text.includes(`Invoice: ${number}`));
      const paid = `: ${formatMoney({ amount: due, currency })}`;
      return receipt && !receipt.text.includes(paid)
        ? [`the receipt of ${number} does not say${paid}.`]
        : [];
    });
  const failures = mails.filter(({ kind }) => kind === 'subscription-unpaid');
  const isTold = !owed || failures.some(({ text }) => text.includes(formatMoney(owed)));
  return failures.length > 0 && !isTold ? [...wrong, 'no mail says what is owed.'] : wrong;
}

/** The button charges the sum that it shows or nothing; another sum, and a second press, charge nothing. */
async function comparePaying(state: State): Promise<string[]> {
  const { id } = state;
  const summary = (await call(state, 'getBillingSummary', { subscriptionId: id })).json().data;
  const owed: Money | null = summary?.owed ?? null;
  if (!owed) {
    return [];
  }
  const { currency } = owed;
  const press = async (amount: number) => {
    const before = cashOf(await readInvoices(state));
    const input = { subscriptionId: id, dueNow: { amount, currency } };
    const verdict = verdictOf(await call(state, 'resumePayment', input));
    return { verdict, cash: cashOf(await readInvoices(state)) - before };
  };
  const other = await press(owed.amount + 1);
  const first = await press(owed.amount);
  const second = await press(owed.amount);
  return [
    ...differ('charged for another sum', other.cash, 0),
    ...(first.cash === 0 ? [] : differ('charged', first.cash, owed.amount)),
    ...(first.cash === 0 ? [] : differ('charged twice', second.cash, 0)),
  ];
}

function differ(what: string, shown: number, kept: number): string[] {
  return shown === kept ? [] : [`${what}: ${shown} shown, ${kept} at the provider.`];
}

/** A plan change charges what its preview said. */
export async function compareChanges(
  world: World,
  players: readonly History[],
  planId: string,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const player of players) {
    const [id] = await settledOf(world, player);
    if (id !== undefined) {
      wrong.push(...(await compareChange({ world, player, id }, planId)));
    }
  }
  return wrong;
}

async function compareChange(state: State, planId: string): Promise<string[]> {
  const [price = expect.fail()] =
    state.world.app.config.product.plans.find(({ id }) => id === planId)?.prices ?? [];
  const { frequency, currency } = price;
  const wanted = { subscriptionId: state.id, planId, frequency, currency };
  const shown = await call(state, 'previewPlanChange', wanted);
  if (shown.statusCode !== 200) {
    return [];
  }
  const { preview, due_now: dueNow } = shown.json().data;
  const before = cashOf(await readInvoices(state));
  const changed = await call(state, 'changeSubscriptionPlan', { ...wanted, preview });
  const isPaid = changed.statusCode === 200 && !changed.json().data.clientSecret;
  const cash = cashOf(await readInvoices(state)) - before;
  return differ('charged for a change', cash, isPaid ? dueNow.amount : 0).map(
    (sentence) => `${state.id}: ${sentence}`,
  );
}
