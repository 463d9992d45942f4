import * as contract from '@hearth/contract';
import { read } from '../subscriptions/index.ts';
import { listActivity } from './activity-store.ts';

/** Lists the events of a subscription, newest first. */
export const getActivity = read(contract.getActivity, async (input, { db }) => {
  const { subscriptionId, page, pageSize } = input;
  const question = { subscriptionId, offset: (page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await listActivity(db, question);
  const activities = rows.map((row) => ({
    id: row.id,
    action: row.action,
    happened_at: row.happened_at.toISOString(),
    actor: { id: row.actor_id ?? '', name: row.actor_name ?? '' },
    subject: { id: row.subject_id, name: row.subject_name ?? '' },
  }));
  return { activities, total };
});
