import { catalogue } from '../refusal-entry.ts';

/** Invites, seats and the list of users. */
export const memberErrors = catalogue({
  'invite/already-pending': {
    status: 'ALREADY_EXISTS',
    message: 'There is already a pending invite for this email address.',
  },
  'invite/already-member': {
    status: 'ALREADY_EXISTS',
    message: 'The person with this email address is already a member.',
  },
  'invite/unknown': { status: 'NOT_FOUND', message: 'There is no such invite.' },
  'invite/wrong-account': {
    status: 'PERMISSION_DENIED',
    message: 'This invite is for another email address.',
  },
  'invite/already-accepted': {
    status: 'FAILED_PRECONDITION',
    message: 'This invite has already been accepted.',
  },
  'invite/rejected': {
    status: 'FAILED_PRECONDITION',
    message: 'This invite has been rejected.',
  },
  'invite/revoked': {
    status: 'FAILED_PRECONDITION',
    message: 'This invite has been revoked.',
  },
  'invite/expired': { status: 'FAILED_PRECONDITION', message: 'This invite has expired.' },
  'invite/verification-required': {
    status: 'FAILED_PRECONDITION',
    message: 'Please verify your email address before you invite more people.',
  },
  'undo/over': { status: 'FAILED_PRECONDITION', message: 'This can no longer be undone.' },
  'seats/full': {
    status: 'FAILED_PRECONDITION',
    message: 'Every seat of the plan is taken by a member or a pending invite.',
  },
  'seats/full-after-change': {
    status: 'FAILED_PRECONDITION',
    message:
      'This project is about to change to a plan that has no more seats. No one can be added unless the owner keeps the current plan.',
  },
  'permission/unknown': { status: 'INVALID_ARGUMENT', message: 'There is no such permission.' },
  'member/unknown': {
    status: 'NOT_FOUND',
    message: 'This person is not an active member of the subscription.',
  },
  'member/is-owner': {
    status: 'FAILED_PRECONDITION',
    message: 'The owner cannot be edited or removed.',
  },
});
