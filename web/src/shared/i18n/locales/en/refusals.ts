import type { HearthRefusalCode } from '@hearth/contract';
import type { errors as actionErrors } from './action.ts';
import type { publicWords } from './public.ts';

type Elsewhere = keyof typeof publicWords.errors.refusals | keyof typeof actionErrors.refusals;

/** Refusals that only a broken program meets; people can do nothing but try again. */
const requestFailed = 'The request could not be processed. Please try again.';
const signInAgain = 'Your session has ended. Please sign in again.';

/** Refusals that the public screens do not meet; one that has no words anywhere does not compile. */
export const refusals: Readonly<Record<Exclude<HearthRefusalCode, Elsewhere>, string>> = {
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
  'api-key/invalid': requestFailed,
  'api-key/missing-scope': requestFailed,
  'metadata/too-many-keys': requestFailed,
  'account/unknown': requestFailed,
  'subscription/unknown': requestFailed,
  'event/unknown': requestFailed,
  'webhook/unknown-endpoint': requestFailed,
  'webhook/unknown-delivery': requestFailed,
  'webhook/address-refused': requestFailed,
  'webhook/too-many-endpoints': requestFailed,
  'webhook/endpoint-off': requestFailed,
  'webhook/endpoint-full': requestFailed,
  'operator/acted-meanwhile':
    'Someone else has acted here since you looked. Look at what they did before you act.',
  'operator/is-operator': 'This person is an operator. The console cannot do that to operators.',
  'operator/person-disabled':
    'This account is disabled, so there is nothing that this person sees.',
  'operator/seeing-off': 'Here operators may not see the product as a person does.',
  'view/ended': 'This view of the product has ended.',
  'view/read-only':
    'You only see what this person sees. Nothing can be changed or opened in their name.',
  'operator/missing-detail': requestFailed,
  'operator/nothing-planned': 'Nothing is planned for this person that could be stopped.',
  'operator/not-in-trial': 'This project has no running trial.',
  'operator/not-renewing':
    'Free time needs a paid project that renews: no trial, no debt, no end and no plan change ahead.',
  'operator/free-time-too-short':
    'No renewal falls into this time, so nothing would be free. Give more months.',
  'operator/no-free-time': 'This project has no free time.',
  'operator/not-on-free':
    'A plan can be given to an active project on Free that owes nothing, with no end and no plan change ahead.',
  'operator/no-retired-price':
    'This project does not pay an earlier price of a plan that is still sold.',
  'operator/change-scheduled':
    'A plan change of this project is scheduled, and the move would drop it.',
  'operator/not-eligible-owner':
    'The new owner must be another member of the project, whose account is not disabled.',
  'operator/not-waiting': 'This does not wait for a second operator any more.',
  'operator/second-needed': 'Another operator has to approve what you have asked for.',
  'operator/no-currency': 'Name the currency of this figure.',
  'operator/too-many-months': 'Ask for 1 to 36 months, the earlier one first.',
  'operator/not-refundable': 'Nothing of this invoice can be refunded.',
  'operator/refund-too-much': 'This is more than what is left of this invoice.',
  'request/cross-site': 'Please open this page at its own address and try again.',
  'auth/unauthenticated': 'Please sign in to continue.',
  'auth/unexpected-parameter': requestFailed,
  'auth/missing-id-token': signInAgain,
  'auth/invalid-id-token': signInAgain,
  'auth/token-expired': signInAgain,
  'auth/missing-grant-type': requestFailed,
  'auth/invalid-grant-type': requestFailed,
  'auth/missing-refresh-token': signInAgain,
  'auth/invalid-refresh-token': signInAgain,
  'auth/requires-recent-login': 'Please sign in again before retry',
  'auth/email-verification-required': 'Please verify your email address first.',
  'auth/email-change-needs-link':
    'To change your email address, open the link we send to the new one.',
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
    'You still own projects that have not ended. End them or hand them over first.',
  'auth/account-contested':
    'Someone else says, or can still say, that this account is theirs. Until that is settled, it cannot be deleted.',
  'auth/provider-not-enabled': 'This way to sign in is not enabled.',
  'auth/provider-on-devices-only': 'This provider signs people in on their devices only.',
  'auth/invalid-provider-id': 'This way to sign in does not exist.',
  'auth/invalid-provider-answer':
    'The sign-in provider did not confirm the sign-in. Please try again.',
  'auth/invalid-nonce': 'This sign-in belongs to another window. Please start again.',
  'auth/sign-in-cancelled': 'The sign-in was canceled.',
  'auth/provider-unavailable':
    'The sign-in provider cannot be reached right now. Please try again in a moment.',
  'auth/identity-already-linked': 'This sign-in already belongs to another account.',
  'auth/provider-already-linked': 'Your account already has a sign-in from this provider.',
  'auth/email-sign-in-off': 'Signing in by email is not offered here.',
  'auth/second-factor-off': 'Two-step verification is not offered here.',
  'auth/unverified-email': 'Please verify your email address first.',
  'auth/maximum-second-factor-count-exceeded':
    'An account has at most 5 authenticator apps. Remove one first.',
  'auth/second-factor-already-in-use': 'This authenticator app has already been added.',
  'auth/missing-session-info': requestFailed,
  'auth/invalid-session-info': 'This key belongs to another account. Please start again.',
  'auth/enrollment-expired': 'This key has expired. Please start again.',
  'auth/missing-verification-code': 'Please enter the code.',
  'auth/missing-mfa-pending-credential': requestFailed,
  'auth/missing-mfa-enrollment-id': requestFailed,
  'auth/passkeys-off': 'Passkeys do not work at this address.',
  'auth/missing-passkey': requestFailed,
  'auth/passkey-request-expired': 'This took too long. Please try again.',
  'auth/invalid-passkey':
    'The passkey could not be checked. Please try again or sign in another way.',
  'auth/passkey-copied':
    'This passkey looks like a copy, so it does not sign you in. Sign in another way and remove it.',
  'auth/passkey-not-found': 'No account here has this passkey any more. Sign in another way.',
  'auth/passkey-already-in-use': 'This passkey has already been added.',
  'auth/maximum-passkey-count-exceeded': 'An account has at most 20 passkeys. Remove one first.',
  'access/denied': 'Access denied',
  'access/owner-only': 'Only the subscription owner can perform this action',
  'access/second-factor-required':
    'This needs two-step verification. Add an authenticator app to your account first.',
  'subscription/invalid-name': 'The name must have 1 to 200 characters, one of them visible.',
  'signed-address/invalid': 'This address was not made for this request.',
  'signed-address/expired': 'This address has expired. Please open the page again that led here.',
  'plan/unknown': 'This plan does not exist.',
  'plan/legacy': 'This plan is no longer offered.',
  'plan/no-such-price': 'This plan is not offered for this billing period and currency.',
  'plan/limit-reached': 'Your plan does not allow more of these.',
  'plan/not-included': 'This is not part of your plan.',
  'plan/price-ambiguous':
    'This plan has several prices. Please choose a billing period and a currency.',
  'invite/already-pending': 'This email address already has a pending invitation.',
  'invite/already-member': 'The person with this email address is already a member.',
  'invite/unknown': 'This invitation does not exist.',
  'invite/wrong-account': 'This invitation is for another email address.',
  'invite/already-accepted': 'This invitation has already been accepted.',
  'invite/rejected': 'This invitation has been rejected.',
  'invite/revoked': 'This invitation has been revoked.',
  'invite/expired': 'This invitation has expired.',
  'invite/verification-required':
    'You have sent three invitations. Please verify your email address before you invite more people.',
  'undo/over': 'This can no longer be undone.',
  'seats/full-after-change':
    'This project is about to change to a plan that has no more seats. No one can be added unless the owner keeps the current plan.',
  'seats/full': 'All seats of the plan are taken by members and pending invitations.',
  'permission/unknown': 'One of the permissions does not exist.',
  'member/unknown': 'This person is no longer an active member.',
  'member/is-owner': 'The owner cannot be edited or removed.',
  'subscription/canceled': 'This project has been canceled.',
  'subscription/only-now': 'Projects can only be canceled immediately here.',
  'subscription/nothing-to-end':
    'Nothing is charged, so there is no paid period to wait for. Cancel it now instead.',
  'subscription/ending': 'This project already has an end date.',
  'subscription/not-ending': 'This project has no end date.',
  'subscription/frozen':
    'Someone else claims this project. Until the operator has decided, it cannot be canceled, handed over, moved to a free plan or refunded.',
  'subscription/unpaid': 'This project is waiting for a payment.',
  'subscription/too-many-free':
    'You own as many free projects as one account may. Cancel one of them, or choose a paid plan.',
  'subscription/new-owner-has-too-many':
    'The new owner has as many free projects as one account may, and has to cancel one of them first.',
  'subscription/not-eligible-owner': 'The new owner must be an active administrator.',
  'billing/not-set-up': 'Payments are not set up here. Please choose a free plan.',
  'billing/details-incomplete': 'Please fill in all required address fields',
  'billing/address-incomplete':
    'We cannot calculate the tax for this address. Check the country, the state and the postal code.',
  'billing/time-zone-unknown': 'This time zone is not known. Choose another one.',
  'billing/tax-id-invalid':
    'This tax ID does not match the format of this country. Check it, or leave it out.',
  'billing/phone-missing': 'A phone number is required.',
  'billing/card-missing': 'A card is required.',
  'billing/card-refused': 'The card was declined.',
  'billing/foreign-card': 'This card does not belong to the project.',
  'billing/last-card': 'The last card of a paid project cannot be deleted. Add another one first.',
  'billing/wrong-confirmation': 'This is not the subscription ID of the project.',
  'billing/preview-outdated': 'The price has changed since you looked. Please look again.',
  'billing/payment-open': 'The last invoice is not paid yet. Please try again once it is.',
  'billing/payment-processing':
    'Your bank is still processing a payment. Nothing else is charged until it has decided. Check again later.',
  'billing/payment-returned':
    'A payment of this period was refunded or is disputed. The plan can be changed after the next renewal is paid.',
  'billing/invoice-unknown': 'This invoice cannot be found or opened.',
  'billing/under-way':
    'Another change to this project is in progress. Please try again in a moment.',
  'billing/nothing-to-pay': 'There is nothing to pay.',
  'billing/too-many-attempts': 'Too many cards were tried. Please try again in half an hour.',
  'billing/code-invalid': 'This code does not apply here. Check it, or go on without a code.',
  'billing/trial-used':
    'You or this card already had a free trial. Nothing was charged. Check the price and try again.',
  'billing/too-many-codes': 'Too many codes were tried. Please try again in a few minutes.',
  'billing/verification-required': 'Please verify your email address before you pay or add a card.',
  'billing/key-reused': 'The request could not be processed. Please reload the page and try again.',
  'billing/rejected':
    'The payment provider could not do this. Please check what has changed before you try again.',
  'billing/provider-unavailable':
    'The payment provider is not responding right now. Nothing is lost. Please check again in a moment.',
  'interaction/unknown':
    'This sign-in has expired, or was started in another browser. Go back to the app and sign in again.',
  'plan/scheduled': 'This change is already scheduled.',
  'plan/not-scheduled': 'No plan change is scheduled.',
  'plan/same': 'The project is already on this plan.',
  'seats/too-many-in-use':
    'More seats are in use than this plan has. Remove people or revoke invitations first.',
};
