import { sql } from 'kysely';
import type { Database } from '../../src/platform/transaction.ts';

type Row = Readonly<Record<string, unknown>>;

/** A committed change of a row, as triggers of the test noted it. */
export interface Noted {
  readonly xact: string;
  readonly subject: 'accounts' | 'subscriptions' | 'memberships';
  readonly before: Row | null;
  readonly after: Row | null;
}

export interface WrittenEvent {
  readonly id: string;
  readonly xact: string;
  readonly type: string;
  readonly subjectId: string;
  readonly data: Row & { readonly version: number; readonly previous?: Row };
}

/** Notes each change of a row in its transaction, apart from what the product writes about it. */
export async function openLedger(db: Database): Promise<void> {
  await sql`
    create table test_ledger (position bigint generated always as identity, subject text,
      xact text not null default pg_current_xact_id()::text, before jsonb, after jsonb)`.execute(
    db,
  );
  await sql`
    create function test_note() returns trigger language plpgsql as $$
    begin
      insert into test_ledger (subject, before, after) values (tg_table_name, to_jsonb(old), to_jsonb(new));
      return null;
    end $$`.execute(db);
  for (const table of ['accounts', 'subscriptions', 'memberships']) {
    await sql
      .raw(`create trigger test_note after insert or update or delete on ${table}
        for each row execute function test_note()`)
      .execute(db);
  }
  await sql`
    create table test_written (event_id text, xact text not null default pg_current_xact_id()::text)`.execute(
    db,
  );
  await sql`
    create function test_note_event() returns trigger language plpgsql as $$
    begin
      insert into test_written (event_id) values (new.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger test_note after insert on events for each row execute function test_note_event()`.execute(
    db,
  );
}

export async function readLedger(db: Database): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select subject, xact, before, after from test_ledger order by position`.execute(db);
  return rows;
}

export async function readEvents(db: Database): Promise<WrittenEvent[]> {
  const { rows } = await sql<WrittenEvent>`
    select id, written.xact, type, subject_id as "subjectId", data
    from events join test_written written on written.event_id = events.id
    where type ~ '^(account|subscription|member)[.]' order by position`.execute(db);
  return rows;
}

const fields = {
  accounts: ['email', 'email_verified', 'display_name', 'avatar_url', 'language', 'disabled_at'],
  subscriptions: ['owner_id', 'name', 'plan_id', 'status', 'metadata', 'ended_at'],
  memberships: ['permissions'],
} as const;

const nouns = {
  accounts: 'account',
  subscriptions: 'subscription',
  memberships: 'member',
} as const;

/** Type of the event that a change must have; undefined where programs cannot see it. */
function typeOf({ subject, before, after }: Noted): string | undefined {
  const noun = nouns[subject];
  if (before === null) {
    return subject === 'memberships' ? 'member.added' : `${noun}.created`;
  }
  if (after === null) {
    return subject === 'memberships' ? 'member.removed' : `${noun}.deleted`;
  }
  const isVisible = fields[subject].some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (!isVisible) {
    return undefined;
  }
  const isEnd = subject === 'subscriptions' && after.status === 'canceled';
  return isEnd && before.status !== 'canceled' ? 'subscription.canceled' : `${noun}.updated`;
}

/** `transaction type subject` of each event that the committed changes must have. */
export function expectedEvents(ledger: readonly Noted[]): string[] {
  const unpaid = new Map<string, Set<string>>();
  return ledger.flatMap((noted) =>
    noted.subject === 'accounts' ? expectedOfRow(noted) : expectedOfProject(noted, unpaid),
  );
}

function expectedOfRow(noted: Noted): string[] {
  const type = typeOf(noted);
  const row = noted.after ?? noted.before;
  const id = noted.subject === 'memberships' ? row?.account_id : row?.id;
  return type === undefined ? [] : [`${noted.xact} ${type} ${String(id)}`];
}

/** A project and its members are told of only once it does not wait for its first payment any more. */
function expectedOfProject(noted: Noted, unpaid: Map<string, Set<string>>): string[] {
  const { subject, xact, before, after } = noted;
  const row = after ?? before ?? {};
  if (subject === 'memberships') {
    const others = unpaid.get(String(row.subscription_id));
    others?.[after === null ? 'delete' : 'add'](String(row.account_id));
    return others ? [] : expectedOfRow(noted);
  }
  const id = String(row.id);
  const members = unpaid.get(id);
  if (row.status === 'incomplete') {
    unpaid.set(id, members ?? new Set());
    return [];
  }
  if (members === undefined) {
    return expectedOfRow(noted);
  }
  unpaid.delete(id);
  const added = [...members].map((uid) => `${xact} member.added ${uid}`);
  return row.status === 'canceled' ? [] : [`${xact} subscription.created ${id}`, ...added];
}

/** Changes after which the version of a subject was not greater than before. */
export function versionFaults(ledger: readonly Noted[]): string[] {
  const greatest = new Map<string, number>();
  return ledger.flatMap((noted) => {
    const { subject, after } = noted;
    if (subject === 'memberships' || after === null) {
      return [];
    }
    const name = `${subject} ${String(after.id)}`;
    const version = Number(after.version);
    const last = greatest.get(name) ?? 0;
    greatest.set(name, version);
    const isFine = typeOf(noted) === undefined ? version >= last : version > last;
    return isFine ? [] : [`${name}: ${version} after ${last}`];
  });
}
