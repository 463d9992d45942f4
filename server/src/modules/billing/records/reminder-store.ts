import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

/** Mails sent ahead of a charge: a yearly renewal, a card that expires before it, or the end of a trial. */
export type ReminderKind = 'renewal-ahead' | 'card-expiring' | 'trial-ending';

export interface DueReminder {
  readonly subscriptionId: string;
  /** The next charge. */
  readonly chargeAt: Date;
}

interface Window {
  readonly at: Date;
  /** Latest charge that is reminded of now. */
  readonly until: Date;
  /** The earliest charges; the next run takes the others. */
  readonly limit: number;
}

/** Owners of longer periods may have forgotten them. Who has scheduled a change has not, and renews on another plan. */
const longPeriod = sql`
  b.period_end - b.period_start > interval '300 days' and b.scheduled_at is null
  and b.trial_ends_at is null`;

/** A card is good to the end of its month. */
const expiresBefore = sql`
  ((b.card->>'expYear')::int, (b.card->>'expMonth')::int) <
  (extract(year from b.period_end at time zone 'utc')::int,
   extract(month from b.period_end at time zone 'utc')::int)`;

const rules = {
  'renewal-ahead': { applies: longPeriod, apart: '1 day' },
  // A bank may go on paying with a card that looks expired here: its owner is not asked again every week.
  'card-expiring': { applies: expiresBefore, apart: '60 days' },
  'trial-ending': { applies: sql`b.trial_ends_at = b.period_end`, apart: '1 day' },
} as const;

/** Charges of the kind that nobody was reminded of, the earliest first. */
export async function listDueReminders(
  db: Database,
  kind: ReminderKind,
  { at, until, limit }: Window,
): Promise<DueReminder[]> {
  const { applies, apart } = rules[kind];
  const { rows } = await sql<{ subscription_id: string; period_end: Date }>`
    select b.subscription_id, b.period_end
    from billing_accounts b join subscriptions s on s.id = b.subscription_id
    where b.price_amount > 0 and b.provider_subscription_id is not null
      and b.period_end > ${at} and b.period_end <= ${until} and s.status = 'active'
      and not b.collection_paused
      and (b.ends_at is null or b.ends_at > b.period_end) and ${applies}
      and not exists (
        select from reminders r where r.subscription_id = b.subscription_id and r.kind = ${kind}
          and r.charge_at > b.period_end - ${apart}::interval)
    order by b.period_end limit ${limit}`.execute(db);
  return rows.map((row) => ({ subscriptionId: row.subscription_id, chargeAt: row.period_end }));
}

/** Notes that the mail is sent; false where another process has noted it already. */
export async function claimReminder(
  tx: Transaction,
  kind: ReminderKind,
  { subscriptionId, chargeAt }: DueReminder,
): Promise<boolean> {
  const { rows } = await sql`
    insert into reminders (subscription_id, kind, charge_at)
    values (${subscriptionId}, ${kind}, ${chargeAt})
    on conflict do nothing returning kind`.execute(tx);
  return rows.length > 0;
}

/** Removes the notes of charges before then. */
export async function removeReminders(
  db: Database,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<void> {
  await sql`
    delete from reminders where (subscription_id, kind, charge_at) in (
      select subscription_id, kind, charge_at from reminders
      where charge_at <= ${before} order by charge_at limit ${limit})`.execute(db);
}
