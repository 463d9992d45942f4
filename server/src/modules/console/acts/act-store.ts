import type {
  ActDetails,
  Money,
  OperatorNow,
  PastAct,
  PlanEnd,
  SubscriptionAct,
} from '@hearth/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { EndedPlan } from '../../identity/index.ts';

/** An act of an operator on a person or a project. */
export interface Act {
  /** uid, or id of a project. */
  readonly subjectId: string;
  readonly act: string;
  readonly details: ActDetails;
  readonly reason: string;
  /** uid; null for the command line. */
  readonly operatorId: string | null;
}

export interface NumberedAct extends Act {
  /** Whether it was only noted, because it needs a second operator. */
  readonly isWaiting: boolean;
  /** From 1; the act before has the number before. */
  readonly number: number;
  /** The change of money that carries it out; null if it needs none. */
  readonly intentId: string | null;
  /** Money that it gave away without a second operator; undefined if it gave nothing, was approved or waits. */
  readonly worth?: Money | undefined;
  readonly at: Date;
}

/** The caller has locked the subject. */
export async function insertAct(tx: Transaction, act: NumberedAct): Promise<void> {
  await sql`
    insert into operator_acts
      (subject_id, number, act, operator_id, details, reason, intent_id, happened_at, waits,
        worth, worth_currency)
    values (${act.subjectId}, ${act.number}, ${act.act}, ${act.operatorId},
      ${JSON.stringify(act.details)}::jsonb, ${act.reason}, ${act.intentId}, ${act.at},
      ${act.isWaiting}, ${act.worth?.amount ?? null}, ${act.worth?.currency ?? null})`.execute(tx);
}

interface GivenAway {
  readonly subjectId: string;
  readonly currency: string;
  readonly since: Date;
}

/** Minor units that operators gave away on it without a second one since then. What the provider refused counts, too. */
export async function sumGivenAlone(
  db: Database,
  { subjectId, currency, since }: GivenAway,
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(worth), 0)::float8 as sum from operator_acts
    where subject_id = ${subjectId} and worth_currency = ${currency} and happened_at > ${since}
      and operator_id is not null`.execute(db);
  return rows[0]?.sum ?? 0;
}

/** Number of the newest act on it; 0 if there was none. */
export async function findNewestNumber(db: Database, subjectId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0)::int as number from operator_acts
    where subject_id = ${subjectId}`.execute(db);
  return rows[0]?.number ?? 0;
}

export async function findAct(
  db: Database,
  { subjectId, number }: Pick<NumberedAct, 'subjectId' | 'number'>,
): Promise<NumberedAct | undefined> {
  const { rows } = await sql<NumberedAct>`
    select subject_id as "subjectId", number, act, operator_id as "operatorId", details, reason,
      intent_id as "intentId", happened_at as at, waits as "isWaiting"
    from operator_acts where subject_id = ${subjectId} and number = ${number}`.execute(db);
  return rows[0];
}

interface WaitingAct extends Act {
  readonly act: SubscriptionAct;
}

/** `approve` or `decline`, as a second operator has said of the act `asked`; null while nobody has. */
const decision = sql`(
  select later.act from operator_acts later
  where later.subject_id = asked.subject_id and later.act in ('approve', 'decline')
    and later.details -> 'of' = to_jsonb(asked.number) limit 1)`;

/** An act on a project that waits for a second operator. */
export async function findWaitingAct(
  db: Database,
  { subjectId, number }: Pick<NumberedAct, 'subjectId' | 'number'>,
): Promise<WaitingAct | undefined> {
  const { rows } = await sql<WaitingAct>`
    select subject_id as "subjectId", act, operator_id as "operatorId", details, reason
    from operator_acts asked
    where subject_id = ${subjectId} and number = ${number} and waits
      and ${decision} is null`.execute(db);
  return rows[0];
}

interface WaitingRow extends Omit<OperatorNow['acts'][number], 'at'> {
  readonly at: Date;
}

/** Acts that wait for a second operator, oldest first. */
export async function listWaitingActs(db: Database): Promise<OperatorNow['acts']> {
  const { rows } = await sql<WaitingRow>`
    select subject_id as subscription_id, s.name, number, act, details, reason,
      a.email as operator, happened_at as at
    from operator_acts asked
    join subscriptions s on s.id = subject_id
    left join accounts a on a.id = operator_id
    where waits and ${decision} is null order by asked.id limit 100`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** How long a look counts as the same look. */
const sameLookMs = 15 * 60_000;

interface Look extends Pick<Act, 'subjectId' | 'reason' | 'operatorId'> {
  /** Name of the look; a look changes nothing. */
  readonly act: 'look' | 'export' | 'view';
}

/** Notes that somebody looks at a person or a project, once in a while for the same reason; a view is noted each time. */
export async function noteLook(
  db: Database,
  { subjectId, act, reason, operatorId }: Look,
  at: Date,
): Promise<void> {
  await sql`
    insert into operator_acts (subject_id, act, operator_id, details, reason, happened_at)
    select ${subjectId}, ${act}, ${operatorId}::text, '{}', ${reason}, ${at}::timestamptz
    where ${act} = 'view' or not exists (
      select 1 from operator_acts
      where subject_id = ${subjectId} and act = ${act} and reason = ${reason}
        and operator_id is not distinct from ${operatorId}::text
        and happened_at > ${new Date(at.getTime() - sameLookMs)})`.execute(db);
}

/** Keeps how changes of money have ended, which their own rows forget after a while. */
export async function keepOutcomes(db: Database, subjectId: string): Promise<void> {
  await sql`
    update operator_acts act set outcome = i.outcome from intents i
    where act.subject_id = ${subjectId} and act.outcome is null and i.id = act.intent_id
      and i.outcome is not null`.execute(db);
}

interface PastRow extends Omit<PastAct, 'at' | 'state'> {
  readonly at: Date;
  readonly hasIntent: boolean;
  readonly waits: boolean;
  readonly decision: 'approve' | 'decline' | null;
  readonly outcome: { readonly refusal?: unknown; readonly end?: PlanEnd } | null;
}

/** Keeps how a planned act ended, the newest of its name. */
export async function keepEnd(tx: Transaction, { accountId, act, end }: EndedPlan): Promise<void> {
  await sql`
    update operator_acts set outcome = ${JSON.stringify({ end })}::jsonb
    where subject_id = ${accountId} and number = (
      select max(number) from operator_acts where subject_id = ${accountId} and act = ${act})`.execute(
    tx,
  );
}

/** Keeps of all planned acts that wait that they are void. */
export async function voidPlannedActs(tx: Transaction): Promise<void> {
  await sql`
    update operator_acts set outcome = '{"end": "void"}'
    where act in ('change-address', 'delete') and number is not null and outcome is null`.execute(
    tx,
  );
}

/** Newest first, looks too. */
export async function listActs(db: Database, subjectId: string): Promise<PastAct[]> {
  const { rows } = await sql<PastRow>`
    select number, act, details, reason, a.email as operator, happened_at as at,
      intent_id is not null as "hasIntent", outcome, waits, ${decision} as decision
    from operator_acts asked left join accounts a on a.id = operator_id
    where subject_id = ${subjectId} order by asked.id desc limit 100`.execute(db);
  return rows.map(({ at, hasIntent, outcome, waits, decision: decided, ...row }) => {
    const done = hasIntent ? toState(outcome) : 'done';
    return {
      ...row,
      at: at.toISOString(),
      state: waits ? waitingStates[decided ?? 'none'] : done,
      ...(outcome?.end && { end: outcome.end }),
    };
  });
}

/** States of acts that need a second operator. How an approved one ended is told of the approval. */
const waitingStates = { none: 'waiting', approve: 'approved', decline: 'declined' } as const;

/** State of an act that a change of money carries out, by its outcome. */
export function toState(outcome: object | null): PastAct['state'] {
  if (outcome === null) {
    return 'under-way';
  }
  return 'refusal' in outcome ? 'refused' : 'done';
}

/** Forgets what was written about a person; that something was done stays. */
export async function forgetReasons(tx: Transaction, uid: string): Promise<void> {
  await sql`
    update operator_acts set reason = '', details = details - 'email'
    where subject_id = ${uid}`.execute(tx);
}
