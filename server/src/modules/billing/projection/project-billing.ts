import type { Database, Transaction } from '../../../platform/transaction.ts';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { type Card, type NextTotal, ProviderFailure } from '../port/payment-provider.ts';
import { toLedger } from '../port/rules/ledger.ts';
import { isBoughtUntaxed } from '../port/taxes.ts';
import type { BillingAccount, KeptCard } from '../records/billing-account-store.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { enqueueProjection } from '../records/billing-job-store.ts';
import { listKeptInvoices, removeDrafts, writeInvoices } from '../records/invoice-store.ts';
import { writeLedger } from '../records/ledger-store.ts';
import { beginReading, writeReading } from '../records/reading-store.ts';
import { changedInvoices, goneDrafts, type StoredProject } from './difference.ts';
import { followCharged } from './follow-charged.ts';
import { learnTaxRates } from './learn-tax-rates.ts';
import { noteLostCard } from './lost-card.ts';
import { notifyReceipt } from './notify-receipt.ts';
import { notifyReturns } from './notify-returns.ts';
import { notifyTrialStarted, readTrialCharge } from './notify-trial.ts';
import {
  findCharged,
  readSnapshot,
  type Snapshot,
  type SnapshotRequest,
  toChargedPrice,
} from './snapshot.ts';

interface Reading {
  /** Whether refunds and disputes are read too. */
  readonly withReturns: boolean;
}

/** Reads the project at the provider and writes the differences here; false where another reading was faster. */
export async function projectBilling(
  subscriptionId: string,
  context: PayingContext,
  { withReturns }: Reading = { withReturns: false },
): Promise<boolean> {
  const { db, payments, log } = context;
  const { account, reading } = (await beginReading(db, subscriptionId)) ?? {};
  if (!hasCustomer(account) || reading === undefined) {
    return true;
  }
  const question = { account, reading, withReturns };
  const snapshot = await readSnapshot(toQuestion(db, question), payments);
  if (!snapshot) {
    const details = { subscription: subscriptionId, reason: 'unknown to provider' };
    log.error(details, 'billing projection skipped');
    return true;
  }
  await learnTaxRates(snapshot, context);
  const firstCharge = await readTrialCharge(subscriptionId, snapshot.charged, context);
  return await db.transaction().execute(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const now = await findBillingAccount(tx, subscriptionId);
    if (now?.providerSubscriptionId !== account.providerSubscriptionId) {
      // The charged subscription changed while the provider was read.
      await enqueueProjection(tx, subscriptionId);
      return false;
    }
    return await writeSnapshot(tx, { account: now, snapshot, firstCharge }, context);
  });
}

/** Runs the job of one project, unless a reading after the named one has made it unnecessary. */
export async function projectAgain(
  { subscriptionId, after }: { readonly subscriptionId: string; readonly after?: string },
  context: PayingContext,
): Promise<void> {
  const account = await findBillingAccount(context.db, subscriptionId);
  if (after === undefined || (account && account.reading <= BigInt(after))) {
    await projectBilling(subscriptionId, context);
  }
}

/** Completes the question for readSnapshot with our stored invoices. */
export function toQuestion(
  db: Database,
  question: Omit<SnapshotRequest, 'listKept'>,
): SnapshotRequest {
  const { subscriptionId } = question.account;
  return {
    ...question,
    async listKept(invoices) {
      const ids = invoices.map(({ id }) => id);
      const kept = await listKeptInvoices(db, subscriptionId, ids);
      return kept.filter(({ id }) => ids.includes(id));
    },
  };
}

export function hasCustomer(
  account: BillingAccount | undefined,
): account is BillingAccount & { readonly customerId: string } {
  return account !== undefined && account.customerId !== null;
}

interface Writing {
  /** Read in the same transaction, under the subscription's lock. */
  readonly account: BillingAccount;
  readonly snapshot: Snapshot;
  /** First charge of a trial that the snapshot begins with; null where it is not known. */
  readonly firstCharge: NextTotal | null;
}

/** Writes a snapshot, with its mails; false where a later reading is stored. */
export async function writeSnapshot(
  tx: Transaction,
  { account, snapshot, firstCharge }: Writing,
  context: PayingContext,
): Promise<boolean> {
  const { subscriptionId } = account;
  const { reading, charged, card } = snapshot;
  const isNewest = await writeReading(tx, subscriptionId, {
    reading,
    provider: await context.payments.readAccount(),
    card: toKeptCard(card),
    periodStart: charged?.periodStart ?? null,
    periodEnd: charged?.periodEnd ?? null,
    returnsReadAt: snapshot.returns && context.clock.now(),
    endsAt: charged?.endsAt ?? null,
    scheduled: charged?.scheduled ?? null,
    trialEnd: charged?.trialEnd ?? null,
    freeUntil: charged?.freeUntil ?? null,
    price: toChargedPrice(findCharged(account, snapshot)),
    awaitsPerson: charged?.clientSecret != null,
    isTaxStopped: charged?.isTaxStopped === true,
    isPaused: charged?.isPaused === true,
    isBoughtUntaxed: isBoughtUntaxed(context.settings, charged),
    owed: charged ? charged.debt : null,
    at: context.clock.now(),
  });
  const subscription = await findSubscription(tx, subscriptionId);
  if (!isNewest || !subscription) {
    return isNewest;
  }
  if (charged?.isTaxStopped && !account.isTaxStopped) {
    // Tax that is not charged is the operator's to pay.
    context.log.error({ subscription: subscriptionId }, 'renewals charged without tax');
  }
  const ids = snapshot.invoices.map(({ id }) => id);
  const invoices = await listKeptInvoices(tx, subscriptionId, ids);
  const kept = { subscription, account, invoices };
  await showInvoices(tx, { kept, snapshot }, context);
  await noteLostCard(tx, { kept, snapshot }, context);
  await followCharged(tx, { kept, snapshot }, context);
  await notifyTrialStarted(tx, { subscription, account, charged, firstCharge }, context);
  return true;
}

/** Writes the changed invoices, and notifies the owner and the operator. */
async function showInvoices(
  tx: Transaction,
  { kept, snapshot }: { readonly kept: StoredProject; readonly snapshot: Snapshot },
  context: PayingContext,
): Promise<void> {
  const { subscription } = kept;
  const changed = changedInvoices(kept.invoices, snapshot);
  await writeInvoices(
    tx,
    subscription.id,
    changed.map(({ now }) => now),
  );
  await writeLedger(
    tx,
    subscription.id,
    changed.map(({ now, read }) => ({
      invoiceId: read.id,
      currency: read.total.currency,
      createdAt: read.createdAt,
      entries: toLedger({ ...now, ...read }),
    })),
  );
  await removeDrafts(
    tx,
    goneDrafts(kept.invoices, snapshot).map(({ id }) => id),
  );
  // Mails go out in the order of the invoices, oldest first.
  for (const invoice of changed.reverse()) {
    await notifyReceipt(tx, { subscription, invoice, payments: snapshot.payments }, context);
    await notifyReturns(tx, { subscription, invoice, snapshot }, context);
  }
}

/** Drops the holder's name and the card's id, which are kept at the provider only. */
function toKeptCard(card: Card | null): KeptCard | null {
  if (!card) {
    return null;
  }
  const { brand, last4, expMonth, expYear } = card;
  return { brand, last4, expMonth, expYear };
}

/** Finds the billing account, and projects it first where a first payment is pending. */
export async function findSettledAccount(
  subscriptionId: string,
  context: PayingContext,
): Promise<BillingAccount | undefined> {
  const account = await findBillingAccount(context.db, subscriptionId);
  if (!account?.isPending) {
    return account;
  }
  await projectBilling(subscriptionId, context);
  return await findBillingAccount(context.db, subscriptionId);
}

/**
 * Projects what a settled intent has changed. A failure is only logged: settling has enqueued a job
 * that projects it later.
 */
export async function projectSettled(
  subscriptionId: string,
  context: PayingContext,
): Promise<void> {
  try {
    await projectBilling(subscriptionId, context);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      throw error;
    }
    const details = { err: error, subscription: subscriptionId };
    context.log.error(details, 'billing projection deferred');
  }
}
