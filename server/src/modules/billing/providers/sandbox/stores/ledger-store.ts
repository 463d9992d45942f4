import { sql } from 'kysely';
import type { Transaction } from '../../../../../platform/transaction.ts';
import { ProviderUnknown } from '../../../port/payment-provider.ts';
import type { Ledger, SandboxInvoice } from '../ledger.ts';
import type { Catalogue } from '../rules/catalogue.ts';
import { findNextStep } from '../rules/renewal-rules.ts';
import { invoiceColumns } from './invoice-row-store.ts';
import { tables } from './sandbox-store.ts';

interface Opening {
  readonly customerId: string;
  readonly at: Date;
  readonly catalogue: Catalogue;
}

export class UnknownCustomer extends ProviderUnknown {}

/** Reads a customer's ledger, and locks it until the transaction ends. */
export async function lockLedger(
  tx: Transaction,
  { customerId, at, catalogue }: Opening,
): Promise<Ledger> {
  const customer = await tables(tx)
    .selectFrom('sandbox.customers')
    .selectAll()
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!customer) {
    throw new UnknownCustomer(`The sandbox has no customer ${customerId}.`);
  }
  const cards = await tables(tx)
    .selectFrom('sandbox.cards')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const subscriptions = await tables(tx)
    .selectFrom('sandbox.subscriptions')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt')
    .execute();
  const invoices = await tables(tx)
    .selectFrom('sandbox.invoices')
    .select(invoiceColumns)
    .where('customerId', '=', customerId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('status', 'in', ['open', 'draft']),
        eb(
          'sequence',
          'in',
          selectFrom('sandbox.invoices')
            .select(({ fn }) => fn.max('sequence').as('latest'))
            .where('customerId', '=', customerId)
            .groupBy('subscriptionId'),
        ),
      ]),
    )
    .orderBy('sequence')
    .execute();
  return { at, catalogue, customer, cards, subscriptions, invoices, events: [] };
}

/** Writes the changed ledger. */
export async function saveLedger(tx: Transaction, ledger: Ledger): Promise<void> {
  await saveCustomer(tx, ledger);
  await saveCards(tx, ledger);
  await saveSubscriptions(tx, ledger);
  await saveInvoices(tx, ledger);
  if (ledger.events.length > 0) {
    await tables(tx)
      .insertInto('sandbox.events')
      .values([...ledger.events])
      .execute();
  }
}

async function saveCustomer(tx: Transaction, { customer }: Ledger): Promise<void> {
  const { reference, email, details, taxId, credit, defaultCardId, invoiceCount, removedAt } =
    customer;
  await tables(tx)
    .updateTable('sandbox.customers')
    .set({ reference, email, details, taxId, credit, defaultCardId, invoiceCount, removedAt })
    .where('id', '=', customer.id)
    .execute();
}

async function saveCards(tx: Transaction, { customer, cards }: Ledger): Promise<void> {
  await tables(tx)
    .deleteFrom('sandbox.cards')
    .where('customerId', '=', customer.id)
    .where('id', '<>', sql<string>`all(${cards.map(({ id }) => id)}::text[])`)
    .execute();
  if (cards.length > 0) {
    await tables(tx)
      .insertInto('sandbox.cards')
      .values(cards)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          customerId: row.ref('excluded.customerId'),
          authenticated: row.ref('excluded.authenticated'),
        })),
      )
      .execute();
  }
}

async function saveSubscriptions(tx: Transaction, ledger: Ledger): Promise<void> {
  if (ledger.subscriptions.length === 0) {
    return;
  }
  const rows = ledger.subscriptions.map((subscription) => ({
    ...subscription,
    priceIds: [...subscription.priceIds],
    pendingPriceIds: subscription.pendingPriceIds && [...subscription.pendingPriceIds],
    scheduledPriceIds: subscription.scheduledPriceIds && [...subscription.scheduledPriceIds],
    nextStepAt: findNextStep(ledger, subscription)?.at ?? null,
  }));
  await tables(tx)
    .insertInto('sandbox.subscriptions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        status: row.ref('excluded.status'),
        priceIds: row.ref('excluded.priceIds'),
        soldAmount: row.ref('excluded.soldAmount'),
        pendingPriceIds: row.ref('excluded.pendingPriceIds'),
        scheduledPriceIds: row.ref('excluded.scheduledPriceIds'),
        discount: row.ref('excluded.discount'),
        debit: row.ref('excluded.debit'),
        taxes: row.ref('excluded.taxes'),
        billingCycleAnchor: row.ref('excluded.billingCycleAnchor'),
        periodStart: row.ref('excluded.periodStart'),
        periodEnd: row.ref('excluded.periodEnd'),
        trialEnd: row.ref('excluded.trialEnd'),
        cancelAtPeriodEnd: row.ref('excluded.cancelAtPeriodEnd'),
        endedAt: row.ref('excluded.endedAt'),
        nextStepAt: row.ref('excluded.nextStepAt'),
      })),
    )
    .execute();
}

async function saveInvoices(tx: Transaction, { customer, invoices }: Ledger): Promise<void> {
  await tables(tx)
    .deleteFrom('sandbox.invoices')
    .where('customerId', '=', customer.id)
    .where('status', '=', 'draft')
    .where('id', '<>', sql<string>`all(${invoices.map(({ id }) => id)}::text[])`)
    .execute();
  if (invoices.length === 0) {
    return;
  }
  // pg would write an array as one of PostgreSQL's own.
  const rows = invoices.map((invoice) => ({
    ...invoice,
    lines: sql<SandboxInvoice['lines']>`${JSON.stringify(invoice.lines)}::jsonb`,
  }));
  await tables(tx)
    .insertInto('sandbox.invoices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        status: row.ref('excluded.status'),
        paidAt: row.ref('excluded.paidAt'),
        creditUsed: row.ref('excluded.creditUsed'),
        amountDue: row.ref('excluded.amountDue'),
        retries: row.ref('excluded.retries'),
        nextAttemptAt: row.ref('excluded.nextAttemptAt'),
        waitingCardId: row.ref('excluded.waitingCardId'),
        paidCard: row.ref('excluded.paidCard'),
        credited: row.ref('excluded.credited'),
      })),
    )
    .execute();
}
