import * as contract from '@hearth/contract';
import { defaultPermission, read, seatLimit } from '../subscriptions/index.ts';
import { listUsersBy, type UserFilter } from './sorted-user-list-store.ts';
import { listUsersByName, type UserRow } from './user-list-store.ts';

const defaultPageSize = 10;
/** More than a subscription can have. */
const everybody = 1_000_000_000;

/** The owner, then active members by name, then pending invites by address; or as the question says. */
export const getSubscriptionUsers = read(contract.getSubscriptionUsers, async (input, context) => {
  const { db, view, clock, settings } = context;
  const { id: subscriptionId, planId } = view.subscription;
  const { page, pageSize, search = '', subscriptionId: _, ...filter } = input;
  const slice = toSlice({ page, pageSize });
  const question = { subscriptionId, search: search.trim(), at: clock.now(), ...slice };
  const defaultKey = defaultPermission(settings.permissions);
  const { rows, seats, ...counted } = isPlain(filter)
    ? await listUsersByName(db, question)
    : await listUsersBy(db, { ...question, filter, defaultKey });
  return {
    users: rows.map(toUser),
    ...counted,
    seats: { used: seats.used, limit: seatLimit(settings, planId) },
    open_invites: seats.pending,
  };
});

/** Whether the question is for everybody in the usual order. */
function isPlain({ status, role, permission, sortBy = 'name', descending }: UserFilter): boolean {
  const isNarrowed = (status ?? role ?? permission) !== undefined;
  return !isNarrowed && sortBy === 'name' && !descending;
}

type Input = contract.InputOf<typeof contract.getSubscriptionUsers>;

function toSlice({ page, pageSize }: Pick<Input, 'page' | 'pageSize'>) {
  if (page === undefined && pageSize === undefined) {
    return { offset: 0, limit: everybody };
  }
  const limit = pageSize ?? defaultPageSize;
  return { offset: ((page ?? 1) - 1) * limit, limit };
}

function toUser(row: UserRow): contract.SubscriptionUser {
  const { id, display_name, email, status, permissions } = row;
  const since = row.since.toISOString();
  if (status === 'active') {
    const { last_seen_at, open_invites, has_second_factor } = row;
    const seen = last_seen_at && { last_seen_at: last_seen_at.toISOString() };
    const second_factor = has_second_factor === true;
    const here = { second_factor, joined_at: since, ...seen, open_invites };
    return { id, display_name, email, status, permissions, ...here };
  }
  return {
    id,
    display_name,
    email,
    status,
    permissions: [],
    pending_permissions: permissions,
    invite_id: id,
    invited_at: since,
    ...(row.expires_at && { expires_at: row.expires_at.toISOString() }),
    invited_by: row.invited_by ?? '',
  };
}
