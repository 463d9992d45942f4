import * as contract from '@hearth/contract';
import { read } from '../subscriptions/index.ts';
import { listPendingInvites, type VisibleInvite } from './visible-invite-store.ts';

/** Lists pending invites to the caller's own address; before it is verified, only their number. */
export const listInvites = read(contract.listInvites, async (_input, { db, caller, clock }) => {
  const { email, emailVerified } = caller;
  const found = await listPendingInvites(db, { email, at: clock.now() });
  return emailVerified
    ? { invites: found.map(toDocument), hidden: 0 }
    : { invites: [], hidden: found.length };
});

function toDocument({ created_at, expires_at, ...invite }: VisibleInvite): contract.Invite {
  return {
    ...invite,
    status: 'pending',
    create_time: created_at.toISOString(),
    expire_time: expires_at.toISOString(),
  };
}
