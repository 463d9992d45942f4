export { abandonSubscription } from './abandon-subscription.ts';
export { sweepDeclines } from './admit-card.ts';
export { projectBillingTask } from './billing-account-store.ts';
export { cancelSubscription } from './cancel-subscription.ts';
export { finishIntents } from './carry-out.ts';
export { changeSubscriptionPlan } from './change-subscription-plan.ts';
export { askForReconciling, reconcileBillingTask } from './comparison-store.ts';
export { createSetupIntent } from './create-setup-intent.ts';
export { createSubscription } from './create-subscription.ts';
export { findLeftCustomer } from './customer.ts';
export { deletePaymentMethod } from './delete-payment-method.ts';
export { forgetDeletedPayer, forgetPayer } from './forget-payer.ts';
export { getBillingDetails } from './get-billing-details.ts';
export { getBillingSummary } from './get-billing-summary.ts';
export { getPaymentMethods } from './get-payment-methods.ts';
export { finishIntentsTask, hasOpenIntentOf } from './intent-store.ts';
export {
  findCustomerTask,
  type MissingCustomer,
  removeCustomerTask,
} from './left-customer-store.ts';
export { listInvoices } from './list-invoices.ts';
export type { BillingServices } from './operation.ts';
export { longestAnswerMs } from './patience.ts';
export { followEmail, tellEmail, tellEmailTask } from './payer-email.ts';
export type { PaymentProvider } from './payment-provider.ts';
export { ProviderRefusal } from './payment-provider.ts';
export type { PerformContext } from './perform-context.ts';
export { planPrice } from './plan.ts';
export { previewPlanChange } from './preview-plan-change.ts';
export { createPriceCheck, type PriceCheck } from './price-check.ts';
export { projectBilling } from './project-billing.ts';
export { followEventsTask, keepEvent } from './provider-event-store.ts';
export { followEvents, pullEvents } from './provider-events.ts';
export {
  createSandboxProvider,
  renderHostedInvoice,
  type SandboxProvider,
} from './providers/sandbox/index.ts';
export { createStripeProvider } from './providers/stripe/create-stripe-provider.ts';
export { reconcileBilling } from './reconcile-billing.ts';
export { removeCustomer } from './refuse-creation.ts';
export { reportDrift } from './report-drift.ts';
export { asRefusals } from './require-payments.ts';
export { resumePayment } from './resume-payment.ts';
export { createSandboxCalls } from './sandbox-calls.ts';
export { setDefaultPaymentMethod } from './set-default-payment-method.ts';
export { updateBillingDetails } from './update-billing-details.ts';
