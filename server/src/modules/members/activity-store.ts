import { type ActivityAction, type ActivityDetails, actionsOfStrangers } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';

/** A person whose name the subscription may read. */
export interface KnownPerson {
  readonly name: string;
  readonly is_member: boolean;
}

export interface Actor extends KnownPerson {
  readonly id: string;
}

export interface ActivityRow {
  readonly id: string;
  readonly action: string;
  readonly happened_at: Date;
  readonly actor_id: string | null;
  readonly actor: KnownPerson | null;
  /** uid, or id of an invite or of the subscription. */
  readonly subject_id: string;
  readonly subject: KnownPerson | null;
  /** Address of the invite, or name of the subscription. */
  readonly subject_name: string | null;
  /** uid of the person who has accepted the invite. */
  readonly joined_id: string | null;
  readonly joined: KnownPerson | null;
  readonly inviter_id: string | null;
  readonly inviter: KnownPerson | null;
  readonly details: ActivityDetails | null;
  /** End of an invite that can still be accepted. */
  readonly open_until: Date | null;
}

export interface ActivityQuestion {
  readonly subscriptionId: string;
  /** Null for all. */
  readonly actions: readonly ActivityAction[] | null;
  /** Null for all. */
  readonly actorId: string | null;
  /** Null for all. */
  readonly since: Date | null;
  readonly withActors: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly at: Date;
}

/**
 * Lists events. Members have their present name, people who left the last known one. People who declined an invite stay
 * nameless, and earlier owners' cards are left out.
 */
export async function listActivity(
  db: Database,
  question: ActivityQuestion,
): Promise<ActivityList> {
  const { subscriptionId, offset, limit, at } = question;
  const isAsked = isAskedBy(question);
  const { rows } = await sql<ActivityRow & Counted & { id: string | null }>`
    with page as (
      select event.*, d.details ->> 'inviter_id' as inviter_id,
        case when d.payer_id <> (select owner_id from subscriptions where id = ${subscriptionId})
          then d.details - 'card' #- '{payment,card}' else d.details end as details, (
          select actor_id from audit_events answer
          where answer.subject_id = event.subject_id and answer.action = 'invite.accepted'
          limit 1) as joined_id
      from (
        select * from audit_events where ${isAsked} order by id desc offset ${offset} limit ${limit}
      ) event left join audit_details d on d.event_id = event.id
    ), known as (${knownPeople(subscriptionId)})
    select page.id::text, page.action, page.happened_at, page.details,
      page.actor_id, case when page.action not in ${ofStrangers}
        then actor.person end as actor,
      page.subject_id, subject.person as subject,
      coalesce(i.email, kept.name, sub.name) as subject_name,
      page.joined_id, joined.person as joined, page.inviter_id, inviter.person as inviter,
      case when i.status = 'pending' and i.expires_at > ${at} then i.expires_at end as open_until,
      counted.total, case when row_number() over (order by page.id desc) = 1 then (
        ${question.withActors ? knownActors(subscriptionId) : sql`null`}) end as actors
    from (select count(*)::int as total from audit_events where ${isAsked}) counted
    left join page on true
    left join known actor on actor.uid = page.actor_id
    left join known subject on subject.uid = page.subject_id
    left join known joined on joined.uid = page.joined_id
    left join known inviter on inviter.uid = page.inviter_id
    left join invites i on i.id = page.subject_id
    left join audit_names kept
      on kept.id = page.subject_id and kept.subscription_id = ${subscriptionId}
    left join subscriptions sub on sub.id = page.subject_id
    order by page.id desc`.execute(db);
  const [first] = rows;
  return {
    rows: rows.filter(({ id }) => id !== null),
    total: first?.total ?? 0,
    actors: first?.actors ?? [],
  };
}

interface Counted {
  readonly total: number;
  readonly actors: Actor[] | null;
}

interface ActivityList {
  readonly rows: ActivityRow[];
  readonly total: number;
  readonly actors: readonly Actor[];
}

const ofStrangers = sql`(${sql.join(actionsOfStrangers)})`;

/** Conditions on `audit_events`. */
function isAskedBy({ subscriptionId, actions, actorId, since }: ActivityQuestion) {
  return sql`subscription_id = ${subscriptionId}
    and (${actions}::text[] is null or action = any(${actions}::text[]))
    and (${actorId}::text is null or (actor_id = ${actorId} and action not in ${ofStrangers}))
    and (${since}::timestamptz is null or happened_at >= ${since})`;
}

/** Members and people who left, as one JSON value. */
const knownActors = (subscriptionId: string) => sql`
  select json_agg(actor) from (
    select acted.id, coalesce(nullif(a.display_name, ''), a.email, kept.name) as name,
      a.id is not null as is_member
    from (
      select distinct actor_id as id from audit_events
      where subscription_id = ${subscriptionId} and action not in ${ofStrangers}
    ) acted
    left join memberships m on m.account_id = acted.id and m.subscription_id = ${subscriptionId}
    left join accounts a on a.id = m.account_id
    left join audit_names kept on kept.id = acted.id and kept.subscription_id = ${subscriptionId}
    where a.id is not null or kept.id is not null
    order by is_member desc, fold_name(coalesce(nullif(a.display_name, ''), a.email, kept.name)), acted.id
    limit 200
  ) actor`;

/** Members and people who left, among those that the page names. */
const knownPeople = (subscriptionId: string) => sql`
  select uid, json_build_object('name', coalesce(nullif(a.display_name, ''), a.email, kept.name),
    'is_member', a.id is not null) as person
  from (
    select actor_id as uid from page union select subject_id from page
    union select joined_id from page union select inviter_id from page
  ) named
  left join memberships m on m.account_id = uid and m.subscription_id = ${subscriptionId}
  left join accounts a on a.id = m.account_id
  left join audit_names kept on kept.id = uid and kept.subscription_id = ${subscriptionId}
  where a.id is not null or kept.id is not null`;
