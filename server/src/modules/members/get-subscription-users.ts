import * as contract from '@hearth/contract';
import { read, seatLimit } from '../subscriptions/index.ts';
import {
  countUsers,
  findOwnerRow,
  listMemberRows,
  listPendingRows,
  type MemberRow,
  type PendingRow,
} from './user-list-store.ts';

const defaultPageSize = 10;

/** The owner, then active members by name, then pending invites by address. */
export const getSubscriptionUsers = read(contract.getSubscriptionUsers, async (input, context) => {
  const { db, view, clock, settings } = context;
  const { id: subscriptionId, ownerId, planId } = view.subscription;
  const search = input.search?.trim() ?? '';
  const question = { subscriptionId, ownerId, search, at: clock.now() };
  const count = await countUsers(db, question);
  const total = count.ownerFound + count.membersFound + count.pendingFound;

  const page = toPage(input, total);
  const ofMembers = page.within(count.ownerFound, count.membersFound);
  const ofPending = page.within(count.ownerFound + count.membersFound, count.pendingFound);
  const owner = page.from === 0 && count.ownerFound > 0 ? await findOwnerRow(db, question) : [];
  const members = ofMembers ? await listMemberRows(db, question, ofMembers) : [];
  const pending = ofPending ? await listPendingRows(db, question, ofPending) : [];
  return {
    users: [...owner.map(toActive), ...members.map(toActive), ...pending.map(toPending)],
    total,
    seats: { used: count.members + count.pending, limit: seatLimit(settings, planId) },
  };
});

type Input = contract.InputOf<typeof contract.getSubscriptionUsers>;

/** The rows that are asked for, counted over the whole list, and what of them lies in one part. */
function toPage({ page, pageSize }: Input, total: number) {
  const isEverybody = page === undefined && pageSize === undefined;
  const size = isEverybody ? total : (pageSize ?? defaultPageSize);
  const from = isEverybody ? 0 : ((page ?? 1) - 1) * size;
  return {
    from,
    within(start: number, length: number) {
      const offset = Math.max(from - start, 0);
      const limit = Math.min(from + size - start, length) - offset;
      return limit > 0 ? { offset, limit, of: length } : undefined;
    },
  };
}

function toActive({ id, display_name, email, permissions }: MemberRow): contract.SubscriptionUser {
  return { id, display_name, email, status: 'active', permissions };
}

function toPending({ id, email, permissions }: PendingRow): contract.SubscriptionUser {
  return {
    id,
    display_name: '',
    email,
    status: 'pending',
    permissions: [],
    pending_permissions: permissions,
    invite_id: id,
  };
}
