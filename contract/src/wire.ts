import { abandonSubscription } from './billing/abandon-subscription.ts';
import { cancelSubscription } from './billing/cancel-subscription.ts';
import { changeSubscriptionPlan } from './billing/change-subscription-plan.ts';
import { createSetupIntent } from './billing/create-setup-intent.ts';
import { createSubscription } from './billing/create-subscription.ts';
import { deletePaymentMethod } from './billing/delete-payment-method.ts';
import { getBillingDetails } from './billing/get-billing-details.ts';
import { getBillingSummary } from './billing/get-billing-summary.ts';
import { getInvoiceLink } from './billing/get-invoice-link.ts';
import { getPaymentMethods } from './billing/get-payment-methods.ts';
import { getSpending } from './billing/get-spending.ts';
import { listInvoices } from './billing/list-invoices.ts';
import { previewCancellation } from './billing/preview-cancellation.ts';
import { previewPlanChange } from './billing/preview-plan-change.ts';
import { previewPurchase } from './billing/preview-purchase.ts';
import { resumePayment } from './billing/resume-payment.ts';
import { resumeSubscription } from './billing/resume-subscription.ts';
import { setDefaultPaymentMethod } from './billing/set-default-payment-method.ts';
import { undoPlanChange } from './billing/undo-plan-change.ts';
import { updateBillingDetails } from './billing/update-billing-details.ts';
import { finishInteraction } from './hosted-sign-in/finish-interaction.ts';
import { createAuthUri } from './identity/create-auth-uri.ts';
import { deleteAccount } from './identity/delete-account.ts';
import { disownAccount } from './identity/disown-account.ts';
import { endOtherSessions } from './identity/end-other-sessions.ts';
import { endSession } from './identity/end-session.ts';
import { finalizeMfaEnrollment } from './identity/finalize-mfa-enrollment.ts';
import { finalizeMfaSignIn } from './identity/finalize-mfa-sign-in.ts';
import { finishPasskey } from './identity/finish-passkey.ts';
import { getProjectConfig } from './identity/get-project-config.ts';
import { getSessionEnd } from './identity/get-session-end.ts';
import { getSignInMethods } from './identity/get-sign-in-methods.ts';
import { getUser } from './identity/get-user.ts';
import { listSessions } from './identity/list-sessions.ts';
import { lookup } from './identity/lookup.ts';
import { passwordPolicy } from './identity/password-policy.ts';
import { recaptchaConfig } from './identity/recaptcha-config.ts';
import { removePasskey } from './identity/remove-passkey.ts';
import { renamePasskey } from './identity/rename-passkey.ts';
import { renewRecoveryCodes } from './identity/renew-recovery-codes.ts';
import { resetPassword } from './identity/reset-password.ts';
import { revokeToken } from './identity/revoke-token.ts';
import { sendOobCode } from './identity/send-oob-code.ts';
import { signInWithEmailLink } from './identity/sign-in-with-email-link.ts';
import { signInWithIdp } from './identity/sign-in-with-idp.ts';
import { signInWithPasskey } from './identity/sign-in-with-passkey.ts';
import { signInWithPassword } from './identity/sign-in-with-password.ts';
import { signOut } from './identity/sign-out.ts';
import { signUp } from './identity/sign-up.ts';
import { startMfaEnrollment } from './identity/start-mfa-enrollment.ts';
import { startPasskey } from './identity/start-passkey.ts';
import { startPasskeySignIn } from './identity/start-passkey-sign-in.ts';
import { token } from './identity/token.ts';
import { update } from './identity/update.ts';
import { updateUser } from './identity/update-user.ts';
import { withdrawMfaEnrollment } from './identity/withdraw-mfa-enrollment.ts';
import { acceptInvite } from './members/accept-invite.ts';
import { createInvite } from './members/create-invite.ts';
import { getActivity } from './members/get-activity.ts';
import { getInvite } from './members/get-invite.ts';
import { getSubscriptionUsers } from './members/get-subscription-users.ts';
import { listInvites } from './members/list-invites.ts';
import { rejectInvite } from './members/reject-invite.ts';
import { removeUser } from './members/remove-user.ts';
import { resendInvite } from './members/resend-invite.ts';
import { revokeInvite } from './members/revoke-invite.ts';
import { undoRejectInvite } from './members/undo-reject-invite.ts';
import { undoRemoveUser } from './members/undo-remove-user.ts';
import { undoRevokeInvite } from './members/undo-revoke-invite.ts';
import { updateUserPermissions } from './members/update-user-permissions.ts';
import { actOnAccount } from './operator/act-on-account.ts';
import { actOnSubscription } from './operator/act-on-subscription.ts';
import { examineInstallation } from './operator/examine-installation.ts';
import { exportAccount } from './operator/export-account.ts';
import { exportRevenueRows } from './operator/export-revenue-rows.ts';
import { findCustomers } from './operator/find-customers.ts';
import { getDeliveredEvent } from './operator/get-delivered-event.ts';
import { getOperator } from './operator/get-operator.ts';
import { getOperatorNow } from './operator/get-operator-now.ts';
import { getRevenue } from './operator/get-revenue.ts';
import { listOperatorDeliveries } from './operator/list-operator-deliveries.ts';
import { listOperatorEndpoints } from './operator/list-operator-endpoints.ts';
import { listRevenueRows } from './operator/list-revenue-rows.ts';
import { lookAtAccount } from './operator/look-at-account.ts';
import { lookAtSubscription } from './operator/look-at-subscription.ts';
import { resendDelivery } from './operator/resend-delivery.ts';
import { turnOnWebhookEndpoint } from './operator/turn-on-webhook-endpoint.ts';
import { createWebhookEndpoint } from './server-api/create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from './server-api/delete-webhook-endpoint.ts';
import { getAccountRecord } from './server-api/get-account-record.ts';
import { getStanding } from './server-api/get-standing.ts';
import { getSubscriptionRecord } from './server-api/get-subscription-record.ts';
import { listAccountRecords } from './server-api/list-account-records.ts';
import { listEvents } from './server-api/list-events.ts';
import { listMemberRecords } from './server-api/list-member-records.ts';
import { listSubscriptionRecords } from './server-api/list-subscription-records.ts';
import { listWebhookDeliveries } from './server-api/list-webhook-deliveries.ts';
import { listWebhookEndpoints } from './server-api/list-webhook-endpoints.ts';
import { redeliverEvent } from './server-api/redeliver-event.ts';
import { replayWebhookEndpoint } from './server-api/replay-webhook-endpoint.ts';
import { rotateWebhookSecret } from './server-api/rotate-webhook-secret.ts';
import { testWebhookEndpoint } from './server-api/test-webhook-endpoint.ts';
import { updateSubscriptionRecord } from './server-api/update-subscription-record.ts';
import { updateWebhookEndpoint } from './server-api/update-webhook-endpoint.ts';
import { getSubscription } from './subscriptions/get-subscription.ts';
import { listSubscriptions } from './subscriptions/list-subscriptions.ts';
import { transferSubscriptionOwnership } from './subscriptions/transfer-subscription-ownership.ts';
import { updateSubscription } from './subscriptions/update-subscription.ts';

/** Every endpoint, callable and document, by name. */
export const wire = {
  identity: {
    signUp,
    signInWithPassword,
    signInWithEmailLink,
    startMfaEnrollment,
    finalizeMfaEnrollment,
    withdrawMfaEnrollment,
    finalizeMfaSignIn,
    startPasskeySignIn,
    signInWithPasskey,
    lookup,
    update,
    deleteAccount,
    disownAccount,
    resetPassword,
    sendOobCode,
    createAuthUri,
    signInWithIdp,
    revokeToken,
    token,
    signOut,
    getSessionEnd,
    recaptchaConfig,
    passwordPolicy,
    getProjectConfig,
  },
  callables: {
    startPasskey,
    finishPasskey,
    renamePasskey,
    removePasskey,
    createSubscription,
    previewPurchase,
    changeSubscriptionPlan,
    previewPlanChange,
    previewCancellation,
    cancelSubscription,
    resumePayment,
    resumeSubscription,
    undoPlanChange,
    abandonSubscription,
    getPaymentMethods,
    createSetupIntent,
    setDefaultPaymentMethod,
    deletePaymentMethod,
    getBillingDetails,
    updateBillingDetails,
    getBillingSummary,
    getSpending,
    transferSubscriptionOwnership,
    getActivity,
    getSubscriptionUsers,
    updateUserPermissions,
    removeUser,
    createInvite,
    getInvite,
    acceptInvite,
    rejectInvite,
    revokeInvite,
    resendInvite,
    undoRemoveUser,
    undoRevokeInvite,
    undoRejectInvite,
  },
  documents: {
    getUser,
    updateUser,
    getSignInMethods,
    renewRecoveryCodes,
    listSessions,
    endSession,
    endOtherSessions,
    listSubscriptions,
    getSubscription,
    updateSubscription,
    listInvites,
    listInvoices,
    getInvoiceLink,
    getOperator,
    findCustomers,
    lookAtAccount,
    actOnAccount,
    exportAccount,
    lookAtSubscription,
    actOnSubscription,
    getOperatorNow,
    examineInstallation,
    getRevenue,
    listRevenueRows,
    exportRevenueRows,
    listOperatorEndpoints,
    listOperatorDeliveries,
    getDeliveredEvent,
    resendDelivery,
    turnOnWebhookEndpoint,
    finishInteraction,
  },
  server: {
    getStanding,
    listSubscriptionRecords,
    getSubscriptionRecord,
    updateSubscriptionRecord,
    listMemberRecords,
    getAccountRecord,
    listAccountRecords,
    listEvents,
    listWebhookEndpoints,
    createWebhookEndpoint,
    updateWebhookEndpoint,
    deleteWebhookEndpoint,
    rotateWebhookSecret,
    testWebhookEndpoint,
    replayWebhookEndpoint,
    listWebhookDeliveries,
    redeliverEvent,
  },
} as const;

export type IdentityName = keyof typeof wire.identity;
export type CallableName = keyof typeof wire.callables;
export type DocumentName = keyof typeof wire.documents;
export type ServerCallName = keyof typeof wire.server;
