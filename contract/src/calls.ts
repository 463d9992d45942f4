// biome-ignore-all assist/source/organizeImports: the API reference has calls in this order.

// Accounts and sessions.
export { signUp } from './identity/sign-up.ts';
export { signInWithPassword } from './identity/sign-in-with-password.ts';
export { signInWithEmailLink } from './identity/sign-in-with-email-link.ts';
export { startMfaEnrollment } from './identity/start-mfa-enrollment.ts';
export { finalizeMfaEnrollment } from './identity/finalize-mfa-enrollment.ts';
export { withdrawMfaEnrollment } from './identity/withdraw-mfa-enrollment.ts';
export { finalizeMfaSignIn } from './identity/finalize-mfa-sign-in.ts';
export { startPasskeySignIn } from './identity/start-passkey-sign-in.ts';
export { signInWithPasskey } from './identity/sign-in-with-passkey.ts';
export { lookup } from './identity/lookup.ts';
export { update } from './identity/update.ts';
export { deleteAccount } from './identity/delete-account.ts';
export { disownAccount } from './identity/disown-account.ts';
export { resetPassword } from './identity/reset-password.ts';
export { sendOobCode } from './identity/send-oob-code.ts';
export { createAuthUri } from './identity/create-auth-uri.ts';
export { signInWithIdp } from './identity/sign-in-with-idp.ts';
export { revokeToken } from './identity/revoke-token.ts';
export { token } from './identity/token.ts';
export { signOut } from './identity/sign-out.ts';
export { getSessionEnd, type SessionEndReason } from './identity/get-session-end.ts';
export { recaptchaConfig } from './identity/recaptcha-config.ts';
export { passwordPolicy } from './identity/password-policy.ts';
export { getProjectConfig } from './identity/get-project-config.ts';
export { startPasskey } from './identity/start-passkey.ts';
export { finishPasskey } from './identity/finish-passkey.ts';
export { renamePasskey } from './identity/rename-passkey.ts';
export { removePasskey } from './identity/remove-passkey.ts';
export { getUser } from './identity/get-user.ts';
export { updateUser } from './identity/update-user.ts';
export { getSignInMethods } from './identity/get-sign-in-methods.ts';
export { renewRecoveryCodes } from './identity/renew-recovery-codes.ts';
export { listSessions } from './identity/list-sessions.ts';
export { endSession } from './identity/end-session.ts';
export { endOtherSessions } from './identity/end-other-sessions.ts';

// Money.
export { createSubscription } from './billing/create-subscription.ts';
export { previewPurchase } from './billing/preview-purchase.ts';
export { changeSubscriptionPlan } from './billing/change-subscription-plan.ts';
export { previewPlanChange } from './billing/preview-plan-change.ts';
export { previewCancellation } from './billing/preview-cancellation.ts';
export { cancelSubscription } from './billing/cancel-subscription.ts';
export { resumePayment } from './billing/resume-payment.ts';
export { resumeSubscription } from './billing/resume-subscription.ts';
export { undoPlanChange } from './billing/undo-plan-change.ts';
export { abandonSubscription } from './billing/abandon-subscription.ts';
export { getPaymentMethods } from './billing/get-payment-methods.ts';
export { createSetupIntent } from './billing/create-setup-intent.ts';
export { setDefaultPaymentMethod } from './billing/set-default-payment-method.ts';
export { deletePaymentMethod } from './billing/delete-payment-method.ts';
export { getBillingDetails } from './billing/get-billing-details.ts';
export { updateBillingDetails } from './billing/update-billing-details.ts';
export { getBillingSummary } from './billing/get-billing-summary.ts';
export { getSpending, type Spending } from './billing/get-spending.ts';
export { type Invoice, listInvoices } from './billing/list-invoices.ts';
export { getInvoiceLink } from './billing/get-invoice-link.ts';

// Subscriptions.
export { transferSubscriptionOwnership } from './subscriptions/transfer-subscription-ownership.ts';
export { type ListedSubscription, listSubscriptions } from './subscriptions/list-subscriptions.ts';
export { getSubscription } from './subscriptions/get-subscription.ts';
export { updateSubscription } from './subscriptions/update-subscription.ts';

// Users and invites.
export { type Activity, type ActivityParty, getActivity } from './members/get-activity.ts';
export { getSubscriptionUsers } from './members/get-subscription-users.ts';
export { updateUserPermissions } from './members/update-user-permissions.ts';
export { removeUser } from './members/remove-user.ts';
export { createInvite } from './members/create-invite.ts';
export { getInvite } from './members/get-invite.ts';
export { acceptInvite } from './members/accept-invite.ts';
export { rejectInvite } from './members/reject-invite.ts';
export { revokeInvite } from './members/revoke-invite.ts';
export { resendInvite } from './members/resend-invite.ts';
export { undoRemoveUser } from './members/undo-remove-user.ts';
export { undoRevokeInvite } from './members/undo-revoke-invite.ts';
export { undoRejectInvite } from './members/undo-reject-invite.ts';
export { listInvites } from './members/list-invites.ts';

// Server API.
export { getStanding } from './server-api/get-standing.ts';
export { listSubscriptionRecords } from './server-api/list-subscription-records.ts';
export { getSubscriptionRecord } from './server-api/get-subscription-record.ts';
export { updateSubscriptionRecord } from './server-api/update-subscription-record.ts';
export { listMemberRecords } from './server-api/list-member-records.ts';
export { getAccountRecord } from './server-api/get-account-record.ts';
export { listAccountRecords } from './server-api/list-account-records.ts';
export { type Event, listEvents } from './server-api/list-events.ts';
export { listWebhookEndpoints } from './server-api/list-webhook-endpoints.ts';
export { createWebhookEndpoint } from './server-api/create-webhook-endpoint.ts';
export { updateWebhookEndpoint } from './server-api/update-webhook-endpoint.ts';
export { deleteWebhookEndpoint } from './server-api/delete-webhook-endpoint.ts';
export { rotateWebhookSecret } from './server-api/rotate-webhook-secret.ts';
export { testWebhookEndpoint } from './server-api/test-webhook-endpoint.ts';
export { replayWebhookEndpoint } from './server-api/replay-webhook-endpoint.ts';
export { listWebhookDeliveries } from './server-api/list-webhook-deliveries.ts';
export { redeliverEvent } from './server-api/redeliver-event.ts';

// Operators.
export { getOperator } from './operator/get-operator.ts';
export { type FoundCustomers, findCustomers } from './operator/find-customers.ts';
export { type AccountSheet, lookAtAccount } from './operator/look-at-account.ts';
export { actOnAccount } from './operator/act-on-account.ts';
export { exportAccount } from './operator/export-account.ts';
export { startView } from './operator/start-view.ts';
export { endView } from './operator/end-view.ts';
export { lookAtSubscription, type SubscriptionSheet } from './operator/look-at-subscription.ts';
export { actOnSubscription } from './operator/act-on-subscription.ts';
export { type Examination, examineInstallation } from './operator/examine-installation.ts';
export { getOperatorNow, type OperatorNow } from './operator/get-operator-now.ts';
export { getRevenue, type Revenue } from './operator/get-revenue.ts';
export { listRevenueRows, type RevenueRow } from './operator/list-revenue-rows.ts';
export { exportRevenueRows } from './operator/export-revenue-rows.ts';
export { listOperatorEndpoints } from './operator/list-operator-endpoints.ts';
export { listOperatorDeliveries } from './operator/list-operator-deliveries.ts';
export { getDeliveredEvent } from './operator/get-delivered-event.ts';
export { resendDelivery } from './operator/resend-delivery.ts';
export { turnOnWebhookEndpoint } from './operator/turn-on-webhook-endpoint.ts';

// Sign-in for other front ends.
export { finishInteraction } from './hosted-sign-in/finish-interaction.ts';
