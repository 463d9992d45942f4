export { toEndLater, toEndNow } from './changes/cancel.ts';
export { toLongerTrial } from './changes/extend-trial.ts';
export { toFreePlan } from './changes/free-plan.ts';
export { toFreeTime, toNoFreeTime } from './changes/free-time.ts';
export { kinds } from './changes/kinds.ts';
export { toResume } from './changes/resume.ts';
export { forgetPayerOnDeletion, forgetPayerOnTransfer } from './changes/transfer.ts';
export { beginByOperator, finishByOperator } from './commands/begin-by-operator.ts';
export { movePrice } from './commands/move-price.ts';
export { prepareMove, toMove } from './commands/prepare-move.ts';
export { prepareRefund } from './commands/prepare-refund.ts';
export { refundInvoice } from './commands/refund-invoice.ts';
export { relinkCustomer } from './commands/relink-customer.ts';
export { CommandRefused, type Report, toReason } from './commands/report.ts';
export { requireReconciling } from './commands/require-reconciling.ts';
export { resyncBilling } from './commands/resync-billing.ts';
export { settleOpenIntent } from './commands/settle-open-intent.ts';
export { showBilling } from './commands/show-billing.ts';
export { startTaxes } from './commands/start-taxes.ts';
export { sweepDeclines } from './intents/admit-card.ts';
export { longestAnswerMs } from './intents/answer-deadline.ts';
export type { ChangeServices as BillingServices } from './intents/kind.ts';
export { sandboxBuckets } from './intents/limits.ts';
export { followEmail } from './intents/payer-email.ts';
export { type BillingJobs, createBillingJobs, jobClient } from './jobs.ts';
export type { PaymentProvider } from './port/payment-provider.ts';
export {
  CardDeclined,
  KeyRefused,
  ProviderRejected,
  ProviderUnavailable,
  WrongAccount,
} from './port/payment-provider.ts';
export { createPriceCheck, type PriceCheck, type PriceFault } from './port/price-check.ts';
export { asRefusals } from './port/require-payments.ts';
export { toMinor } from './port/rules/monthly.ts';
export { listPlanPrices, priceAmount } from './port/rules/plan.ts';
export { createPlanPreviews } from './port/rules/plan-preview.ts';
export { listUpcoming } from './projection/list-upcoming.ts';
export { createStripeProvider } from './providers/stripe/create-stripe-provider.ts';
export { openSandbox, type Sandbox, sandboxPath } from './providers/stripe/open-sandbox.ts';
export { countUntaxed, listCharged, listUnknownPrices } from './records/charged-store.ts';
export { countBacklog } from './records/health-store.ts';
export { hasOpenIntentOf } from './records/intent-store.ts';
export { readPriceTerms } from './records/price-terms.ts';
export { readInstallation } from './records/provider-account-store.ts';
export { keepEvent, readArrivals } from './records/provider-event-store.ts';
export { listFailed } from './revenue/failed-payment-store.ts';
export { listMovements, readTimelines, sumOf } from './revenue/read-revenue.ts';
export {
  hasCurrency,
  isByInvoice,
  isPresent,
  listRowPage,
  readRows,
  toPlanGroup,
} from './revenue/revenue-rows.ts';
export { countRunningTrials, countTrials, listCash, listOwed } from './revenue/revenue-store.ts';
export { listTaxes } from './revenue/tax-store.ts';
export { guardAccount } from './sync/account-guard.ts';
export { stuckEventSeconds, stuckIntentSeconds } from './sync/billing-health.ts';
export { createCatchUp } from './sync/provider-events.ts';
export { reportDrift } from './sync/report-drift.ts';
export { sweepRecords } from './sync/sweep-records.ts';
