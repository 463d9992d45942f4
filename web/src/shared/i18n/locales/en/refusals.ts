import type { RefusalCode } from '@hearth/contract';
import type { publicWords } from './public.ts';

type Elsewhere = keyof typeof publicWords.errors.refusals;

/** Refusals that only a broken program meets; people can do nothing but try again. */
const requestFailed = 'The request could not be processed. Please try again.';
const signInAgain = 'Your session has ended. Please sign in again.';

/** Refusals that the public screens do not meet; one that has no words anywhere does not compile. */
export const refusals: Readonly<Record<Exclude<RefusalCode, Elsewhere>, string>> = {
  'request/invalid-json': requestFailed,
  'request/invalid': 'Please check what you entered and try again.',
  'request/too-large': 'What you sent is too large.',
  'request/headers-too-large': requestFailed,
  'request/timeout': requestFailed,
  'request/unsupported-content-type': requestFailed,
  'request/unknown-path': requestFailed,
  'request/wrong-method': requestFailed,
  'request/missing-api-key': requestFailed,
  'request/invalid-api-key': requestFailed,
  'request/cross-site': 'Please open this page at its own address and try again.',
  'auth/unauthenticated': 'Please sign in to continue.',
  'auth/unexpected-parameter': requestFailed,
  'auth/admin-restricted-operation': 'An account needs an email address.',
  'auth/missing-id-token': signInAgain,
  'auth/invalid-id-token': signInAgain,
  'auth/token-expired': signInAgain,
  'auth/account-deleted': 'This account no longer exists.',
  'auth/missing-grant-type': requestFailed,
  'auth/invalid-grant-type': requestFailed,
  'auth/missing-refresh-token': signInAgain,
  'auth/invalid-refresh-token': signInAgain,
  'auth/requires-recent-login': 'Please sign in again before retry',
  'auth/email-verification-required': 'Please verify your email address first.',
  'auth/email-change-needs-link':
    'An email address changes by the link that is mailed to the new address.',
  'auth/disabling-not-allowed': requestFailed,
  'auth/last-sign-in-method': 'The last way to sign in cannot be removed.',
  'auth/insufficient-permission': requestFailed,
  'auth/invalid-photo-url': 'The picture needs a web address.',
  'auth/invalid-req-type': requestFailed,
  'auth/missing-req-type': requestFailed,
  'auth/missing-new-email': 'Please enter the new email address.',
  'auth/invalid-new-email': 'The new email address is not valid.',
  'auth/invalid-continue-uri': requestFailed,
  'auth/missing-continue-uri': requestFailed,
  'auth/missing-identifier': requestFailed,
  'auth/invalid-identifier': 'This email address is not valid.',
  'auth/unauthorized-continue-uri': requestFailed,
  'auth/owns-active-subscription':
    'You still own subscriptions that are not canceled. Cancel them or give them to somebody else first.',
  'auth/provider-not-enabled': 'This way to sign in is not switched on.',
  'auth/provider-on-devices-only': 'This provider signs people in on their devices only.',
  'auth/invalid-provider-id': 'This way to sign in is not known.',
  'auth/invalid-provider-answer':
    'The sign-in provider did not confirm the sign-in. Please try again.',
  'auth/invalid-nonce': 'This sign-in belongs to another window. Please start again.',
  'auth/sign-in-cancelled': 'The sign-in was cancelled.',
  'auth/provider-unavailable':
    'The sign-in provider cannot be reached right now. Please try again in a moment.',
  'auth/identity-already-linked': 'This sign-in already belongs to another account.',
  'auth/provider-already-linked': 'Your account already has a sign-in of this provider.',
  'access/denied': 'Access denied',
  'access/owner-only': 'Only the subscription owner can perform this action',
  'subscription/invalid-name': 'The name must have 1 to 200 characters.',
  'plan/unknown': 'This plan does not exist.',
  'plan/legacy': 'This plan is no longer offered.',
  'invite/already-pending': 'There is already a pending invite for this email address.',
  'invite/already-member': 'The person with this email address is already a member.',
  'invite/unknown': 'This invite does not exist.',
  'invite/wrong-account': 'This invite is for another email address.',
  'invite/already-accepted': 'This invite has already been accepted.',
  'invite/rejected': 'This invite has been declined.',
  'invite/revoked': 'This invite has been revoked.',
  'invite/expired': 'This invite has expired.',
  'invite/verification-required':
    'Three of your invitations are open. Please verify your email address before you invite more people.',
  'undo/over': 'This can no longer be undone.',
  'seats/full': 'Every seat of the plan is taken by a member or a pending invite.',
  'permission/unknown': 'One of the permissions does not exist.',
  'member/unknown': 'This person is not an active member any more.',
  'member/is-owner': 'The owner cannot be edited or removed.',
  'subscription/canceled': 'This subscription has been canceled.',
  'subscription/unpaid': 'This subscription waits for a payment.',
  'subscription/not-eligible-owner': 'The new owner must be an active administrator.',
  'billing/not-set-up': 'Payments are not set up here. Please choose a free plan.',
  'billing/details-incomplete': 'Please fill in all required address fields',
  'billing/phone-missing': 'A phone number is required.',
  'billing/card-missing': 'A card is required.',
  'billing/card-refused': 'The card was refused.',
  'billing/foreign-card': 'This card does not belong to the project.',
  'billing/last-card': 'The last card of a paid project cannot be removed. Add another one first.',
  'billing/wrong-confirmation': 'This is not the ID of the project.',
  'billing/preview-outdated': 'The price has changed since you looked. Please look again.',
  'billing/payment-open': 'The last invoice is not paid yet. Please try again once it is.',
  'billing/payment-returned':
    'A payment of this period was refunded or is disputed. The plan can be changed after the next renewal is paid.',
  'billing/invoice-unknown': 'There is no such invoice to open.',
  'billing/under-way': 'Another change of this project is under way. Please try again in a moment.',
  'billing/nothing-to-pay': 'No payment waits for you.',
  'billing/too-many-attempts': 'Too many cards were tried. Please try again in half an hour.',
  'billing/verification-required': 'Please verify your email address before you pay or add a card.',
  'billing/key-reused': 'The request could not be processed. Please reload the page and try again.',
  'billing/rejected':
    'The payment provider could not carry this out. Please look again before you retry.',
  'billing/provider-unavailable':
    'The payment provider does not answer right now. Nothing is lost; please look again in a moment.',
  'plan/same': 'The project is on this plan already.',
  'seats/too-many-in-use':
    'More seats are in use than this plan has. Remove people or revoke invites first.',
};

/** Failures on signed-in screens. */
export const signedInErrors = {
  failedSignOut: 'You are still signed in: the server cannot be reached. Please try again.',
  subscriptionContext: {
    noSubscriptionId: 'No subscription ID provided',
    unauthenticated: 'User not authenticated',
    notFound: 'Subscription not found',
    accessDenied: 'Access denied',
    fetchFailed: 'Error fetching subscription data',
  },
  /** Which right is lacking, and who can give it. */
  rights: {
    or: ' or ',
    membersOnly:
      'A project is open to its members only. Its owner or an administrator can invite you.',
    lost: 'You are no longer a member of {{project}}. Its owner or an administrator can invite you again.',
    lostNamed:
      'You are no longer a member of {{project}}. Its owner, {{owner}}, or an administrator can invite you again.',
    lacking:
      '“{{page}}” of {{project}} needs the permission “{{permission}}”. Its owner or an administrator can give it to you.',
    lackingNamed:
      '“{{page}}” of {{project}} needs the permission “{{permission}}”. Its owner, {{owner}}, or an administrator can give it to you.',
    owner:
      '“{{page}}” of {{project}} is for its owner, who can do it for you or transfer the ownership.',
    ownerNamed:
      '“{{page}}” of {{project}} is for its owner, {{owner}}, who can do it for you or transfer the ownership.',
  },
} as const;
