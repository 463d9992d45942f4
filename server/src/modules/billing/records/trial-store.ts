import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { toTrialMailbox } from '../port/trial-mailbox.ts';

interface TrialTable {
  kind: 'account' | 'email' | 'card';
  holder: Buffer;
  subscription_id: string;
  begun_at: Date;
  is_folded: boolean;
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
        and([eb('kind', '=', 'email'), eb('holder', 'in', addressHolders(email).map(toHolder))]),
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
  for (const holder of addressHolders(email)) {
    const isFirst = emailVerified
      ? await insert(tx, { ...claim, kind: 'email', holder })
      : !(await isNoted(tx, 'email', holder));
    if (!isFirst) {
      return false;
    }
  }
  return true;
}

/** The address itself, by which earlier versions noted it, and its mailbox. */
function addressHolders(email: string): string[] {
  return [...new Set([email, toTrialMailbox(email)])];
}

const foldedAtOnce = 200;

/** Notes the mailboxes of addresses that an earlier version noted, as far as their account is still there. */
export async function foldTrials(db: Database): Promise<void> {
  let found: number;
  do {
    found = await db.transaction().execute(foldSome);
  } while (found === foldedAtOnce);
}

async function foldSome(tx: Transaction): Promise<number> {
  const { rows } = await sql<Claim & { holder: Buffer; email: string | null }>`
    select t.holder, t.subscription_id as "subscriptionId", t.begun_at as at, (
      select a.email from intents i join accounts a on a.id = i.account_id
      where i.subscription_id = t.subscription_id and i.kind = 'create'
        and sha256(convert_to(a.email, 'UTF8')) = t.holder limit 1) as email
    from trials t where t.kind = 'email' and not t.is_folded
    order by t.begun_at limit ${foldedAtOnce} for update of t skip locked`.execute(tx);
  for (const { holder, email, subscriptionId, at } of rows) {
    const mailbox = email === null ? undefined : toTrialMailbox(email);
    if (mailbox !== undefined && mailbox !== email) {
      await insert(tx, { kind: 'email', holder: mailbox, subscriptionId, at });
    }
    await trials(tx)
      .updateTable('trials')
      .set({ is_folded: true })
      .where('kind', '=', 'email')
      .where('holder', '=', holder)
      .execute();
  }
  return rows.length;
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
      is_folded: true,
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
