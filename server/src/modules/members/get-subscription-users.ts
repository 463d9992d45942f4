import * as contract from '@hearth/contract';
import { read, seatLimit } from '../subscriptions/index.ts';
import { listUsers, type UserRow } from './user-list-store.ts';

const defaultPageSize = 10;
/** More than a subscription can have. */
const everybody = 1_000_000_000;

/** The owner, then active members by name, then pending invites by address. */
export const getSubscriptionUsers = read(contract.getSubscriptionUsers, async (input, context) => {
  const { db, view, clock, settings } = context;
  const { id: subscriptionId, planId } = view.subscription;
  const search = input.search?.trim() ?? '';
  const question = { subscriptionId, search, at: clock.now(), ...toSlice(input) };
  const { rows, total, used } = await listUsers(db, question);
  return {
    users: rows.map(toUser),
    total,
    seats: { used, limit: seatLimit(settings, planId) },
  };
});

type Input = contract.InputOf<typeof contract.getSubscriptionUsers>;

function toSlice({ page, pageSize }: Input) {
  if (page === undefined && pageSize === undefined) {
    return { offset: 0, limit: everybody };
  }
  const limit = pageSize ?? defaultPageSize;
  return { offset: ((page ?? 1) - 1) * limit, limit };
}

function toUser({
  status,
  permissions,
  id,
  display_name,
  email,
  open_invites,
}: UserRow): contract.SubscriptionUser {
  return status === 'active'
    ? { id, display_name, email, status, permissions, open_invites }
    : {
        id,
        display_name,
        email,
        status,
        permissions: [],
        pending_permissions: permissions,
        invite_id: id,
      };
}
