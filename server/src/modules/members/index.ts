export {
  endInvitesOfCanceled,
  endInvitesOfClaimed,
  forgetInvitee,
  forgetInviter,
  sweepInvites,
} from './end-invites.ts';
export { listActivities } from './get-activity.ts';
export { hasPendingInviteBy, hasPendingInviteTo } from './invite-store.ts';
export { forgetRemovalsOf, removeRemovalsUntil } from './removal-store.ts';
export { removeDisownedMember } from './remove-disowned-member.ts';
export { resendByOperator } from './resend-invite.ts';
