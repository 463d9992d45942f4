export * from './access.ts';
export * from './app-contract.ts';
export type { AppScreen, AppScreens, ScreenVisit } from './app-screens.ts';
export { abandonSubscription } from './billing/abandon-subscription.ts';
export { needsCity, needsPostalCode, needsState } from './billing/address-rules.ts';
export { type BillingDetails, type BillingInfo, longestPhone } from './billing/billing-details.ts';
export { cancelSubscription } from './billing/cancel-subscription.ts';
export { changeSubscriptionPlan } from './billing/change-subscription-plan.ts';
export type { CostLine } from './billing/cost-line.ts';
export { countryCodes, isCountryCode } from './billing/country-codes.ts';
export { createSetupIntent } from './billing/create-setup-intent.ts';
export { createSubscription } from './billing/create-subscription.ts';
export { deletePaymentMethod } from './billing/delete-payment-method.ts';
export { getBillingDetails } from './billing/get-billing-details.ts';
export { getBillingSummary } from './billing/get-billing-summary.ts';
export { getInvoiceLink } from './billing/get-invoice-link.ts';
export { getPaymentMethods } from './billing/get-payment-methods.ts';
export { getSpending, type Spending } from './billing/get-spending.ts';
export { type Invoice, listInvoices } from './billing/list-invoices.ts';
export {
  formatMoney,
  isChargeable,
  minorDigits,
  minorStep,
  moneyFormat,
  priceDigits,
  shownDigits,
  toMinorUnits,
} from './billing/minor-units.ts';
export type { Money } from './billing/money.ts';
export type { PaymentMethod } from './billing/payment-method.ts';
export { previewCancellation } from './billing/preview-cancellation.ts';
export { previewPlanChange } from './billing/preview-plan-change.ts';
export { previewPurchase } from './billing/preview-purchase.ts';
export { type Frequency, frequencies } from './billing/price-name.ts';
export type { Promotion } from './billing/promotion-code.ts';
export { resumePayment } from './billing/resume-payment.ts';
export { resumeSubscription } from './billing/resume-subscription.ts';
export type { ScheduledChange } from './billing/scheduled-change.ts';
export { setDefaultPaymentMethod } from './billing/set-default-payment-method.ts';
export {
  isTaxId,
  type TaxId,
  type TaxIdType,
  taxIdTypeOf,
  taxIdTypes,
  taxIdTypesOf,
  toTaxId,
} from './billing/tax-ids.ts';
export { undoPlanChange } from './billing/undo-plan-change.ts';
export { updateBillingDetails } from './billing/update-billing-details.ts';
export type { BrandSetting, PublicBrand, ReturnOrigin } from './brand.ts';
export { closeEdges, markEdges } from './chinese-edges.ts';
export * from './common-refusals.ts';
export * from './config.ts';
export { type CsvCell, csvStart, toCsvLine } from './csv.ts';
export type { MailboxMail } from './dev/mailbox-mail.ts';
export { type Upcoming, type UpcomingKind, upcomingMails } from './dev/upcoming.ts';
export type { DrawFront, FrontVisit } from './draw-front.ts';
export * from './email-address.ts';
export * from './entry.ts';
export * from './errors.ts';
export * from './fields.ts';
export { finishInteraction } from './hosted-sign-in/finish-interaction.ts';
export { userInfoPath } from './hosted-sign-in/oauth-routes.ts';
export type { SignInClient } from './hosted-sign-in/sign-in-client.ts';
export type { HttpRoute } from './http-route.ts';
export * from './http-routes.ts';
export { type ActionCodeType, actionCodeType } from './identity/action-code.ts';
export { createAuthUri } from './identity/create-auth-uri.ts';
export { deleteAccount } from './identity/delete-account.ts';
export { disownAccount } from './identity/disown-account.ts';
export { endOtherSessions } from './identity/end-other-sessions.ts';
export { endSession } from './identity/end-session.ts';
export { finalizeMfaEnrollment } from './identity/finalize-mfa-enrollment.ts';
export { finalizeMfaSignIn } from './identity/finalize-mfa-sign-in.ts';
export { finishPasskey } from './identity/finish-passkey.ts';
export { getProjectConfig } from './identity/get-project-config.ts';
export { getSessionEnd, type SessionEndReason } from './identity/get-session-end.ts';
export { getSignInMethods } from './identity/get-sign-in-methods.ts';
export { getUser } from './identity/get-user.ts';
export { listSessions } from './identity/list-sessions.ts';
export { lookup } from './identity/lookup.ts';
export { passwordPolicy } from './identity/password-policy.ts';
export * from './identity/popup.ts';
export { recaptchaConfig } from './identity/recaptcha-config.ts';
export { removePasskey } from './identity/remove-passkey.ts';
export { renamePasskey } from './identity/rename-passkey.ts';
export { renewRecoveryCodes } from './identity/renew-recovery-codes.ts';
export { resetPassword } from './identity/reset-password.ts';
export { revokeToken } from './identity/revoke-token.ts';
export { sendOobCode } from './identity/send-oob-code.ts';
export type { Session } from './identity/session.ts';
export { signInWithEmailLink } from './identity/sign-in-with-email-link.ts';
export { signInWithIdp } from './identity/sign-in-with-idp.ts';
export { signInWithPasskey } from './identity/sign-in-with-passkey.ts';
export { signInWithPassword } from './identity/sign-in-with-password.ts';
export { signOut } from './identity/sign-out.ts';
export { signUp } from './identity/sign-up.ts';
export * from './identity/social-provider.ts';
export { startMfaEnrollment } from './identity/start-mfa-enrollment.ts';
export { startPasskey } from './identity/start-passkey.ts';
export { startPasskeySignIn } from './identity/start-passkey-sign-in.ts';
export { token } from './identity/token.ts';
export { update } from './identity/update.ts';
export { updateUser } from './identity/update-user.ts';
export type { User } from './identity/user.ts';
export { withdrawMfaEnrollment } from './identity/withdraw-mfa-enrollment.ts';
export * from './limits.ts';
export { acceptInvite } from './members/accept-invite.ts';
export {
  type ActivityAction,
  type ActivityKind,
  activityActions,
  activityKinds,
  type HearthAction,
  kindOfAction,
} from './members/activity-action.ts';
export { type ActivityDetails, activityDetails } from './members/activity-details.ts';
export { createInvite } from './members/create-invite.ts';
export { type Activity, type ActivityParty, getActivity } from './members/get-activity.ts';
export { getInvite } from './members/get-invite.ts';
export { getSubscriptionUsers } from './members/get-subscription-users.ts';
export type { Invite, InviteStatus } from './members/invite.ts';
export { listInvites } from './members/list-invites.ts';
export { rejectInvite } from './members/reject-invite.ts';
export { removeUser } from './members/remove-user.ts';
export { resendInvite } from './members/resend-invite.ts';
export { revokeInvite } from './members/revoke-invite.ts';
export type { SubscriptionUser } from './members/subscription-user.ts';
export { undoSeconds } from './members/undo.ts';
export { undoRejectInvite } from './members/undo-reject-invite.ts';
export { undoRemoveUser } from './members/undo-remove-user.ts';
export { undoRevokeInvite } from './members/undo-revoke-invite.ts';
export { updateUserPermissions } from './members/update-user-permissions.ts';
export { isBlank, isolate, toLine, toSearchText } from './names.ts';
export { actOnAccount } from './operator/act-on-account.ts';
export { actOnSubscription } from './operator/act-on-subscription.ts';
export {
  type AccountAct,
  type ActDetails,
  accountActRights,
  type PastAct,
  type PlanEnd,
  type PlannedAct,
  type SubscriptionAct,
  subscriptionActRights,
} from './operator/acts.ts';
export { type Examination, examineInstallation } from './operator/examine-installation.ts';
export { exportAccount } from './operator/export-account.ts';
export { exportRevenueRows } from './operator/export-revenue-rows.ts';
export { type FoundCustomers, findCustomers } from './operator/find-customers.ts';
export { getDeliveredEvent } from './operator/get-delivered-event.ts';
export { getOperator } from './operator/get-operator.ts';
export { getOperatorNow, type OperatorNow } from './operator/get-operator-now.ts';
export { getRevenue, type Revenue } from './operator/get-revenue.ts';
export { listOperatorDeliveries } from './operator/list-operator-deliveries.ts';
export { listOperatorEndpoints } from './operator/list-operator-endpoints.ts';
export { listRevenueRows, type RevenueRow } from './operator/list-revenue-rows.ts';
export { type AccountSheet, lookAtAccount } from './operator/look-at-account.ts';
export { lookAtSubscription, type SubscriptionSheet } from './operator/look-at-subscription.ts';
export { resendDelivery } from './operator/resend-delivery.ts';
export {
  invoiceFigures,
  type MovementFigure,
  movementFigures,
  presentFigures,
  type RevenueFigure,
  revenueFigures,
  trialFigures,
} from './operator/revenue-figures.ts';
export {
  mayOperate,
  type OperatorRight,
  type OperatorRole,
  operatorRights,
  operatorRoles,
} from './operator/rights.ts';
export { turnOnWebhookEndpoint } from './operator/turn-on-webhook-endpoint.ts';
export { isRightToLeft, wordsPath } from './other-languages.ts';
export { type OwnWords, sayOwnWords } from './own-words.ts';
export * from './pages.ts';
export type { PublicPlan, PublicPrice } from './plans.ts';
export * from './register.ts';
export { createWebhookEndpoint } from './server-api/create-webhook-endpoint.ts';
export { deleteWebhookEndpoint } from './server-api/delete-webhook-endpoint.ts';
export { type EventType, eventTypes } from './server-api/event-types.ts';
export { getAccountRecord } from './server-api/get-account-record.ts';
export { getStanding } from './server-api/get-standing.ts';
export { getSubscriptionRecord } from './server-api/get-subscription-record.ts';
export { type KeyScope, keyScopes } from './server-api/key-scopes.ts';
export { listAccountRecords } from './server-api/list-account-records.ts';
export { type Event, listEvents } from './server-api/list-events.ts';
export { listMemberRecords } from './server-api/list-member-records.ts';
export { listSubscriptionRecords } from './server-api/list-subscription-records.ts';
export { listWebhookDeliveries } from './server-api/list-webhook-deliveries.ts';
export { listWebhookEndpoints } from './server-api/list-webhook-endpoints.ts';
export { redeliverEvent } from './server-api/redeliver-event.ts';
export { replayWebhookEndpoint } from './server-api/replay-webhook-endpoint.ts';
export { rotateWebhookSecret } from './server-api/rotate-webhook-secret.ts';
export {
  type Entitlements,
  type Metadata,
  mostMetadataKeys,
  type SubscriptionRecord,
} from './server-api/subscription-record.ts';
export { testWebhookEndpoint } from './server-api/test-webhook-endpoint.ts';
export { updateSubscriptionRecord } from './server-api/update-subscription-record.ts';
export { updateWebhookEndpoint } from './server-api/update-webhook-endpoint.ts';
export type { WebhookDelivery } from './server-api/webhook-delivery.ts';
export { mostWebhookEndpoints, type WebhookEndpoint } from './server-api/webhook-endpoint.ts';
export { sessionHeader } from './session-header.ts';
export { getSubscription } from './subscriptions/get-subscription.ts';
export { type ListedSubscription, listSubscriptions } from './subscriptions/list-subscriptions.ts';
export type { Subscription, SubscriptionStatus } from './subscriptions/subscription.ts';
export { transferSubscriptionOwnership } from './subscriptions/transfer-subscription-ownership.ts';
export { updateSubscription } from './subscriptions/update-subscription.ts';
export { timeHeader } from './time-header.ts';
export { isTimeZone } from './time-zone.ts';
export * from './wire.ts';
