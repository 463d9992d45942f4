import * as contract from '@hearth/contract';
import type { Database } from '../../platform/transaction.ts';
import { read } from '../subscriptions/index.ts';
import {
  type ActivityQuestion,
  type ActivityRow,
  type KnownPerson,
  listActivity,
} from './activity-store.ts';

/** Lists the events of a subscription, newest first. */
export const getActivity = read(contract.getActivity, async (input, { db, clock }) => {
  const { subscriptionId, kind, actorId = null, days, page, pageSize, withActors } = input;
  const at = clock.now();
  const { rows, total, actors } = await listActivity(db, {
    subscriptionId,
    actions: kind === undefined ? null : actionsOf(kind),
    actorId,
    since: days === undefined ? null : new Date(at.getTime() - days * dayMs),
    withActors: withActors === true,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    at,
  });
  return {
    activities: rows.map(toActivity),
    total,
    ...(withActors && { actors: actors.map((actor) => toPerson(actor.id, actor)) }),
  };
});

/** The newest events of a subscription, for operators. */
export async function listActivities(
  db: Database,
  { subscriptionId, limit, at }: Pick<ActivityQuestion, 'subscriptionId' | 'limit' | 'at'>,
): Promise<contract.Activity[]> {
  const all = { actions: null, actorId: null, since: null, withActors: false, offset: 0 };
  const { rows } = await listActivity(db, { ...all, subscriptionId, limit, at });
  return rows.map(toActivity);
}

const dayMs = 24 * 3_600_000;

function actionsOf(kind: contract.ActivityKind): contract.HearthAction[] {
  return contract.activityActions.filter((action) => contract.kindOfAction(action) === kind);
}

function toActivity(row: ActivityRow): contract.Activity {
  const { id, action, happened_at, details, open_until } = row;
  return {
    id,
    action,
    happened_at: happened_at.toISOString(),
    actor: toPerson(row.actor_id ?? '', row.actor),
    subject: toSubject(row),
    ...(row.inviter_id !== null && { inviter: toPerson(row.inviter_id, row.inviter) }),
    details: {
      ...details,
      ...(open_until && action === 'invite.created' && { open_until: open_until.toISOString() }),
    },
  };
}

function toPerson(id: string, known: KnownPerson | null): contract.ActivityParty {
  return { id, name: known?.name ?? '', ...(known?.is_member === false && { left: true }) };
}

function toSubject(row: ActivityRow): contract.ActivityParty {
  const { action, subject_id: id, subject_name: name, joined_id, joined } = row;
  if (joined_id !== null) {
    return { ...toPerson(joined_id, joined), id, name: name ?? '', joined_as: joined?.name ?? '' };
  }
  return action.startsWith('member.') || action.startsWith('subscription.ownership-')
    ? toPerson(id, row.subject)
    : { id, name: name ?? '' };
}
