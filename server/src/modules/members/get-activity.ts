import * as contract from '@hearth/contract';
import { read } from '../subscriptions/index.ts';
import { type ActivityRow, type KnownPerson, listActivity } from './activity-store.ts';

/** Lists the events of a subscription, newest first. */
export const getActivity = read(contract.getActivity, async (input, { db, clock }) => {
  const { subscriptionId, kind, page, pageSize } = input;
  const { rows, total } = await listActivity(db, {
    subscriptionId,
    actions: kind === undefined ? null : actionsOf(kind),
    offset: (page - 1) * pageSize,
    limit: pageSize,
    at: clock.now(),
  });
  return { activities: rows.map(toActivity), total };
});

function actionsOf(kind: contract.ActivityKind): contract.ActivityAction[] {
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
  return action.startsWith('member.') || action === 'subscription.ownership-transferred'
    ? toPerson(id, row.subject)
    : { id, name: name ?? '' };
}
