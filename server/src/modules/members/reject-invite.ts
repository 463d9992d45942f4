import * as contract from '@hearth/contract';
import { change } from '../subscriptions/index.ts';
import { claimInvite } from './claim-invite.ts';
import { endInvite } from './invite-store.ts';
import { recordInvite } from './record-invite.ts';

/** Declines one's own invite, which can be undone for a minute. */
export const rejectInvite = change(contract.rejectInvite, async (input, context) => {
  const { tx, caller, clock } = context;
  const { invite } = await claimInvite(input, context);

  const ending = { id: invite.id, status: 'rejected', at: clock.now(), by: caller.uid } as const;
  await endInvite(tx, ending);
  await recordInvite(tx, { action: 'invite.rejected', actorId: caller.uid, invite }, context);
  return {};
});
