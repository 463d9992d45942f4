export * from './access.ts';
export * from './app-contract.ts';
export type { AppScreen, AppScreens, ScreenVisit } from './app-screens.ts';
export { needsCity, needsPostalCode, needsState } from './billing/address-rules.ts';
export { type BillingDetails, type BillingInfo, longestPhone } from './billing/billing-details.ts';
export type { CostLine } from './billing/cost-line.ts';
export { countryCodes, isCountryCode } from './billing/country-codes.ts';
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
export { type Frequency, frequencies } from './billing/price-name.ts';
export type { Promotion } from './billing/promotion-code.ts';
export type { ScheduledChange } from './billing/scheduled-change.ts';
export {
  isTaxId,
  type TaxId,
  type TaxIdType,
  taxIdTypeOf,
  taxIdTypes,
  taxIdTypesOf,
  toTaxId,
} from './billing/tax-ids.ts';
export type { BrandSetting, PublicBrand, ReturnOrigin } from './brand.ts';
export * from './calls.ts';
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
export { userInfoPath } from './hosted-sign-in/oauth-routes.ts';
export type { SignInClient } from './hosted-sign-in/sign-in-client.ts';
export type { HttpRoute } from './http-route.ts';
export * from './http-routes.ts';
export { type ActionCodeType, actionCodeType } from './identity/action-code.ts';
export * from './identity/popup.ts';
export type { Session } from './identity/session.ts';
export * from './identity/social-provider.ts';
export type { User } from './identity/user.ts';
export * from './limits.ts';
export {
  type ActivityAction,
  type ActivityKind,
  actionsOfStrangers,
  activityActions,
  activityKinds,
  type HearthAction,
  kindOfAction,
} from './members/activity-action.ts';
export { type ActivityDetails, activityDetails } from './members/activity-details.ts';
export type { Invite, InviteStatus } from './members/invite.ts';
export type { SubscriptionUser } from './members/subscription-user.ts';
export { undoSeconds } from './members/undo.ts';
export { isBlank, isolate, toLine, toSearchText } from './names.ts';
export {
  type AccountAct,
  type ActDetails,
  accountActRights,
  mostFreeMonths,
  mostTrialDays,
  type PastAct,
  type PlanEnd,
  type PlannedAct,
  type SubscriptionAct,
  subscriptionActRights,
} from './operator/acts.ts';
export {
  invoiceFigures,
  type MovementFigure,
  mostRevenueMonths,
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
export { isRightToLeft, wordsPath } from './other-languages.ts';
export { type OwnWords, sayOwnWords } from './own-words.ts';
export * from './pages.ts';
export type { PublicPlan, PublicPrice } from './plans.ts';
export * from './register.ts';
export { type EventType, eventTypes } from './server-api/event-types.ts';
export { type KeyScope, keyScopes } from './server-api/key-scopes.ts';
export {
  type Entitlements,
  type Metadata,
  mostMetadataKeys,
  type SubscriptionRecord,
} from './server-api/subscription-record.ts';
export type { WebhookDelivery } from './server-api/webhook-delivery.ts';
export { mostWebhookEndpoints, type WebhookEndpoint } from './server-api/webhook-endpoint.ts';
export { sessionHeader } from './session-header.ts';
export type { Subscription, SubscriptionStatus } from './subscriptions/subscription.ts';
export { timeHeader } from './time-header.ts';
export { isTimeZone } from './time-zone.ts';
export * from './wire.ts';
