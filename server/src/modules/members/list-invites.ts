import * as contract from '@hearth/contract';
import { toPage, toPageQuestion } from '../../platform/page-token.ts';
import { read } from '../subscriptions/index.ts';
import { listPendingInvites, type VisibleInvite } from './visible-invite-store.ts';

const pageSize = 100;

/** Lists pending invites to the caller's own address; before it is verified, only their number. */
export const listInvites = read(contract.listInvites, async (input, { db, caller, clock }) => {
  const { email, emailVerified } = caller;
  const asked = toPageQuestion(input, pageSize);
  const found = await listPendingInvites(db, { email, at: clock.now(), ...asked });
  const { page, nextPageToken } = toPage(found, asked.limit, ({ created_at, id }) => ({
    createdAt: created_at,
    id,
  }));
  return emailVerified
    ? { invites: page.map(toDocument), hidden: 0, nextPageToken }
    : { invites: [], hidden: page.length, nextPageToken: null };
});

function toDocument({ created_at, expires_at, ...invite }: VisibleInvite): contract.Invite {
  return {
    ...invite,
    status: 'pending',
    create_time: created_at.toISOString(),
    expire_time: expires_at.toISOString(),
  };
}
