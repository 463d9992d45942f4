import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { toTrialMailbox } from '../port/rules/trial-mailbox.ts';

interface TrialTable {
  kind: 'account' | 'email' | 'card';
  holder: Buffer;
  subscription_id: string;
  begun_at: Date;
}

const trials = (db: Database) => db.withTables<{ trials: TrialTable }>();

/** A buyer as trials recognize one. */
export interface TrialBuyer {
  readonly uid: string;
  /** Lower-cased address. */
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Whether the account had a trial, or another account whose address reaches the same mailbox had one. */
export async function hadTrial(db: Database, { uid, email }: TrialBuyer): Promise<boolean> {
  const row = await trials(db)
    .selectFrom('trials')
    .select('kind')
    .where(({ or, and, eb }) =>
      or([
        and([eb('kind', '=', 'account'), eb('holder', '=', toHolder(uid))]),
        and([eb('kind', '=', 'email'), eb('holder', '=', toHolder(toTrialMailbox(email)))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Claim {
  readonly subscriptionId: string;
  readonly at: Date;
}

/**
 * Notes the trial of the buyer's purchase; false where they had one. Of two purchases at a time the second waits for the
 * first. An address that was not verified may be somebody else's, and is not noted.
 */
export async function claimTrial(
  tx: Transaction,
  buyer: TrialBuyer,
  claim: Claim,
): Promise<boolean> {
  if (!(await insert(tx, { ...claim, kind: 'account', holder: buyer.uid }))) {
    return false;
  }
  const isFirst = await claimAddress(tx, buyer, claim);
  if (!isFirst) {
    await releaseTrial(tx, claim.subscriptionId);
  }
  return isFirst;
}

async function claimAddress(
  tx: Transaction,
  { email, emailVerified }: TrialBuyer,
  claim: Claim,
): Promise<boolean> {
  const holder = toTrialMailbox(email);
  return emailVerified
    ? await insert(tx, { ...claim, kind: 'email', holder })
    : !(await isNoted(tx, 'email', holder));
}

/** Notes the card of the purchase; false where another purchase had its trial with it. */
export async function claimTrialCard(
  db: Database,
  fingerprint: string,
  claim: Claim,
): Promise<boolean> {
  if (await insert(db, { ...claim, kind: 'card', holder: fingerprint })) {
    return true;
  }
  const row = await trials(db)
    .selectFrom('trials')
    .select('subscription_id')
    .where('kind', '=', 'card')
    .where('holder', '=', toHolder(fingerprint))
    .executeTakeFirst();
  return row?.subscription_id === claim.subscriptionId;
}

/** Gives the trial of a purchase back with which nothing began. */
export async function releaseTrial(tx: Transaction, subscriptionId: string): Promise<void> {
  await trials(tx).deleteFrom('trials').where('subscription_id', '=', subscriptionId).execute();
}

interface Noted extends Claim {
  readonly kind: TrialTable['kind'];
  readonly holder: string;
}

async function insert(db: Database, { kind, holder, subscriptionId, at }: Noted): Promise<boolean> {
  const row = await trials(db)
    .insertInto('trials')
    .values({
      kind,
      holder: toHolder(holder),
      subscription_id: subscriptionId,
      begun_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst();
  return row !== undefined;
}

async function isNoted(db: Database, kind: Noted['kind'], holder: string): Promise<boolean> {
  const row = await trials(db)
    .selectFrom('trials')
    .select('kind')
    .where('kind', '=', kind)
    .where('holder', '=', toHolder(holder))
    .executeTakeFirst();
  return row !== undefined;
}

function toHolder(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
