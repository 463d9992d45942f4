export { acceptInvite } from './accept-invite.ts';
export { createInvite } from './create-invite.ts';
export {
  endInvitesOfCanceled,
  endInvitesOfClaimed,
  forgetInvitee,
  forgetInviter,
  sweepInvites,
} from './end-invites.ts';
export { getActivity, listActivities } from './get-activity.ts';
export { getInvite } from './get-invite.ts';
export { getSubscriptionUsers } from './get-subscription-users.ts';
export { hasPendingInviteBy, hasPendingInviteTo } from './invite-store.ts';
export { listInvites } from './list-invites.ts';
export { rejectInvite } from './reject-invite.ts';
export { forgetRemovalsOf, removeRemovalsUntil } from './removal-store.ts';
export { removeDisownedMember } from './remove-disowned-member.ts';
export { removeUser } from './remove-user.ts';
export { resendByOperator, resendInvite } from './resend-invite.ts';
export { revokeInvite } from './revoke-invite.ts';
export { undoRejectInvite } from './undo-reject-invite.ts';
export { undoRemoveUser } from './undo-remove-user.ts';
export { undoRevokeInvite } from './undo-revoke-invite.ts';
export { updateUserPermissions } from './update-user-permissions.ts';
