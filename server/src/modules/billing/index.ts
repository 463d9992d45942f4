export { abandonSubscription } from './calls/abandon-subscription.ts';
export { cancelSubscription } from './calls/cancel-subscription.ts';
export { changeSubscriptionPlan } from './calls/change-subscription-plan.ts';
export { createSetupIntent } from './calls/create-setup-intent.ts';
export { createSubscription } from './calls/create-subscription.ts';
export { deletePaymentMethod } from './calls/delete-payment-method.ts';
export { getBillingDetails } from './calls/get-billing-details.ts';
export { getBillingSummary } from './calls/get-billing-summary.ts';
export { getInvoiceLink } from './calls/get-invoice-link.ts';
export { getPaymentMethods } from './calls/get-payment-methods.ts';
export { getSpending } from './calls/get-spending.ts';
export { listInvoices } from './calls/list-invoices.ts';
export { previewCancellation } from './calls/preview-cancellation.ts';
export { previewPlanChange } from './calls/preview-plan-change.ts';
export { previewPurchase } from './calls/preview-purchase.ts';
export { resumePayment } from './calls/resume-payment.ts';
export { resumeSubscription } from './calls/resume-subscription.ts';
export { setDefaultPaymentMethod } from './calls/set-default-payment-method.ts';
export { undoPlanChange } from './calls/undo-plan-change.ts';
export { updateBillingDetails } from './calls/update-billing-details.ts';
export { sweepDeclines } from './intents/admit-card.ts';
export { sandboxBuckets } from './intents/limits.ts';
export { followEmail } from './intents/payer-email.ts';
export { forgetPayerOnDeletion, forgetPayerOnTransfer } from './intents/payer-removal.ts';
export { type BillingJobs, createBillingJobs, jobClient } from './jobs.ts';
export { movePrice } from './operator/move-price.ts';
export { refundInvoice } from './operator/refund-invoice.ts';
export { relinkCustomer } from './operator/relink-customer.ts';
export { CommandRefused, type Report, toReason } from './operator/report.ts';
export { requireReconciling } from './operator/require-reconciling.ts';
export { resyncBilling } from './operator/resync-billing.ts';
export { settleOpenIntent } from './operator/settle-open-intent.ts';
export { showBilling } from './operator/show-billing.ts';
export { startTaxes } from './operator/start-taxes.ts';
export { longestAnswerMs } from './port/answer-deadline.ts';
export type { BillingServices } from './port/billing-services.ts';
export type { PaymentProvider } from './port/payment-provider.ts';
export {
  KeyRefused,
  ProviderRefusal,
  ProviderRejected,
  ProviderUnavailable,
  WrongAccount,
} from './port/payment-provider.ts';
export { priceAmount } from './port/plan.ts';
export { createPlanPreviews } from './port/plan-preview.ts';
export { createPriceCheck, type PriceCheck, type PriceFault } from './port/price-check.ts';
export { asRefusals } from './port/require-payments.ts';
export { listUpcoming } from './projection/list-upcoming.ts';
export { createStripeProvider } from './providers/stripe/create-stripe-provider.ts';
export { openSandbox, type Sandbox, sandboxPath } from './providers/stripe/open-sandbox.ts';
export { countUntaxed, listCharged, listUnknownPrices } from './records/charged-store.ts';
export { countBacklog } from './records/health-store.ts';
export { hasOpenIntentOf } from './records/intent-store.ts';
export { readInstallation } from './records/provider-account-store.ts';
export { keepEvent, readArrivals } from './records/provider-event-store.ts';
export { guardAccount } from './sync/account-guard.ts';
export { stuckEventSeconds, stuckIntentSeconds } from './sync/billing-health.ts';
export { createCatchUp } from './sync/provider-events.ts';
export { reportDrift } from './sync/report-drift.ts';
export { sweepRecords } from './sync/sweep-records.ts';
