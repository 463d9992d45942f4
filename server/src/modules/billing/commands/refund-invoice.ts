import { formatMoney } from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { findSubscription, lockSubscription, requireUnfrozen } from '../../subscriptions/index.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import { refundObstacles } from '../port/invoice-payment.ts';
import { asRefusals } from '../port/require-payments.ts';
import type { Intent } from '../records/intent.ts';
import {
  findMadeRefund,
  findNewestRefund,
  type RefundEntry,
} from '../records/intent-history-store.ts';
import { findNewestIntent, lockOpenKinds } from '../records/intent-store.ts';
import { findNamedInvoices, type NamedInvoice } from '../records/invoice-store.ts';
import { insertByOperator } from './begin-by-operator.ts';
import { carryOutBegun } from './carry-out-begun.ts';
import { toMinorAmount } from './refund-amount.ts';
import { CommandRefused, type Report, toOutcomeText } from './report.ts';
import { settleOpenIntent } from './settle-open-intent.ts';
import { showReturns } from './show-returns.ts';

interface Refunding {
  /** Id of the invoice at the provider, or its number. */
  readonly name: string;
  /** In whole units of the currency, as people write it; undefined for all that is left. */
  readonly amount: string | undefined;
  /** Refunds the amount of the last refund once more. */
  readonly isAgain: boolean;
}

/** Gives a payment back to the card that made it, once; a repeated command finishes the one before. */
export async function refundInvoice(
  { name, amount: text, isAgain }: Refunding,
  context: PayingChangeContext,
): Promise<Report> {
  const invoice = await getPaidInvoice(name, context);
  const { id: invoiceId, subscriptionId, currency } = invoice;
  const amount = text === undefined ? undefined : toMinorAmount(text, currency);
  const newest = await findNewestIntent(context.db, subscriptionId);
  const last = await findNewestRefund(context.db, { subscriptionId, invoiceId });
  if (last && last.outcome === null) {
    return await resume({ invoice, last, amount }, context);
  }
  if (amount !== undefined && !isAgain) {
    // Another refund may have been made or refused since.
    refuseRepeated(
      await findMadeRefund(context.db, { subscriptionId, invoiceId, amount }),
      currency,
    );
  }
  const refund = await requireLeft(invoice, amount, context);
  const intent = await begin({ ...refund, seen: newest?.number }, context);
  const outcome = await carryOutBegun(intent, context);
  const told = [...describe(refund), `Intent ${intent.id} (refund) is ${toOutcomeText(outcome)}.`];
  const given = ('result' in outcome && outcome.result.refunded) || 0;
  const shown = given > 0 ? await show(subscriptionId, context) : [];
  const isFine = given === refund.amount;
  const missing = `Went back: ${formatMoney({ amount: given, currency })}.`;
  return { lines: [...told, ...(isFine ? [] : [missing]), ...shown], isFine };
}

async function getPaidInvoice(
  name: string,
  { db }: Pick<PayingChangeContext, 'db'>,
): Promise<NamedInvoice> {
  const [invoice, other] = await findNamedInvoices(db, name);
  if (!invoice) {
    throw new CommandRefused('There is no invoice with this id or number.');
  }
  if (other) {
    throw new CommandRefused('Several invoices have this number. Name one by its id.');
  }
  if (invoice.status !== 'paid') {
    throw new CommandRefused(
      `This invoice is ${invoice.status}. Only a paid one can be refunded; "billing resync" reads it again.`,
    );
  }
  if (invoice.isPaidOutside) {
    throw new CommandRefused(refundObstacles.noCard);
  }
  return invoice;
}

/** Keeps a command that is entered twice from refunding twice. */
function refuseRepeated(made: RefundEntry | undefined, currency: string): void {
  if (!made) {
    return;
  }
  const { id, amount, createdAt } = made;
  const money = formatMoney({ amount, currency });
  throw new CommandRefused(
    `The intent ${id} has refunded ${money} of this invoice at ${createdAt.toISOString()}. Add --again to refund ${money} once more.`,
  );
}

interface WantedRefund {
  readonly invoice: NamedInvoice;
  /** Minor units, as the others. */
  readonly amount: number;
  readonly charged: number;
  readonly refunded: number;
}

async function requireLeft(
  invoice: NamedInvoice,
  wanted: number | undefined,
  { payments }: PayingChangeContext,
): Promise<WantedRefund> {
  const { charged, refunded } = await asRefusals(() => payments.readRefunds(invoice.id));
  const left = charged - refunded;
  const toText = (amount: number) => formatMoney({ amount, currency: invoice.currency });
  if (charged === 0) {
    throw new CommandRefused(refundObstacles.noCard);
  }
  if (left <= 0) {
    throw new CommandRefused(`This invoice was refunded already: ${toText(refunded)}.`);
  }
  if (wanted !== undefined && wanted > left) {
    throw new CommandRefused(`Only ${toText(left)} of ${toText(charged)} is left to refund.`);
  }
  return { invoice, amount: wanted ?? left, charged, refunded };
}

function describe({ invoice, amount, charged, refunded }: WantedRefund): string[] {
  const { id, number, subscriptionId, currency } = invoice;
  const toText = (minor: number) => formatMoney({ amount: minor, currency });
  return [
    `Invoice       ${number ?? 'without number'} (${id}) of the project ${subscriptionId}`,
    `Paid by card  ${toText(charged)}`,
    `Refunded      ${refunded > 0 ? `${toText(refunded)} before` : 'nothing before'}`,
    `Refund        ${toText(amount)}, which leaves ${toText(charged - refunded - amount)}`,
  ];
}

interface Beginning extends WantedRefund {
  /** Number of the project's newest intent when the provider was read. */
  readonly seen: string | undefined;
}

async function begin(
  { invoice, amount, seen }: Beginning,
  context: PayingChangeContext,
): Promise<Intent> {
  const { id: invoiceId, subscriptionId } = invoice;
  return await context.db.transaction().execute(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    await requireUnfrozen(tx, subscriptionId);
    if ((await lockOpenKinds(tx, subscriptionId)).length > 0) {
      throw new CommandRefused(
        'A change of this project is open. Settle it first; "billing show" names it.',
      );
    }
    if ((await findNewestIntent(tx, subscriptionId))?.number !== seen) {
      throw new CommandRefused('The project has changed meanwhile. Look at it again.');
    }
    const accountId = await getOwnerId(tx, subscriptionId);
    const request = { kind: 'refund', invoiceId, amount, byOperator: true } as const;
    return await insertByOperator(tx, { subscriptionId, accountId, request }, context);
  });
}

async function getOwnerId(db: Database, subscriptionId: string): Promise<string> {
  const subscription = await findSubscription(db, subscriptionId);
  if (!subscription) {
    throw new CommandRefused('This project was removed.');
  }
  return subscription.ownerId;
}

interface Resuming {
  readonly invoice: NamedInvoice;
  readonly last: RefundEntry;
  /** Minor units; undefined for all that is left. */
  readonly amount: number | undefined;
}

/** Finishes a refund that a crash or an unreachable provider has interrupted, instead of beginning another one. */
async function resume(
  { invoice: { subscriptionId, currency }, last, amount }: Resuming,
  context: PayingChangeContext,
): Promise<Report> {
  const { id, createdAt } = last;
  const begun = `A refund of ${formatMoney({ amount: last.amount, currency })} was begun at ${createdAt.toISOString()}`;
  if (amount !== undefined && amount !== last.amount) {
    throw new CommandRefused(
      `${begun} and is still open. Finish it first: "billing settle ${id}".`,
    );
  }
  const { lines, isFine } = await settleOpenIntent({ name: id, isRefused: false }, context);
  const shown = await show(subscriptionId, context);
  return { lines: [`${begun} and is finished now.`, ...lines, ...shown], isFine };
}

/** What the operator is told about the invoice, which shows the refund later if it could not be read again. */
async function show(subscriptionId: string, context: PayingChangeContext): Promise<string[]> {
  const waits = await showReturns(subscriptionId, context);
  return waits === undefined
    ? []
    : [`The invoice shows it later, since it could not be read again (${waits}).`];
}
