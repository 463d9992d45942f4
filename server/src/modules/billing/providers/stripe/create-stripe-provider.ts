import type { PaymentProvider } from '../../port/payment-provider.ts';
import { withDeadline } from './call-deadline.ts';
import {
  cancelSetups,
  createSetup,
  detachCard,
  keepCard,
  listCards,
  setDefaultCard,
} from './cards.ts';
import { changePrices, giveUpChange } from './change-prices.ts';
import { checkPrices } from './check-prices.ts';
import { type Connection, connect, readAccount, type StripeSettings } from './connection.ts';
import { createCustomer, readCustomer, removeCustomer, updateCustomer } from './customers.ts';
import { endSubscription, giveUpSubscription } from './end-subscription.ts';
import { listEvents, readWebhook } from './events.ts';
import { endFreePlan, startFreePlan } from './free-plan.ts';
import { endFreeTime, giveFreeTime } from './free-time.ts';
import { readInvoiceLink } from './invoice-links.ts';
import { listInvoices } from './invoices.ts';
import { payOpenInvoice } from './pay-open-invoice.ts';
import { previewChange } from './preview-change.ts';
import { previewPurchase } from './preview-purchase.ts';
import { findCode, keepDiscount } from './promotion-codes.ts';
import {
  findSubscription,
  listRunning,
  listSubscriptions,
  readNextTotal,
  readSubscription,
} from './read-subscription.ts';
import { readRefunds, refundInvoice } from './refunds.ts';
import { findChargeCustomer, listReturns, readPayment } from './returns.ts';
import { dropScheduled, previewScheduled, scheduleChange } from './schedule-change.ts';
import { endAtPeriodEnd, keepGoing } from './set-end.ts';
import { startSubscription } from './start-subscription.ts';
import { toProviderError } from './stripe-errors.ts';
import {
  readMissingTaxSettings,
  readTaxIdStatus,
  readTaxRate,
  resumeTaxes,
  setTaxId,
} from './taxes.ts';
import { moveTrialEnd, readCardFingerprint } from './trial.ts';
import { listWebhooks } from './webhook-endpoints.ts';

/** Creates the Stripe provider, with the API version that the installed `stripe` package pins. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const connection = connect(settings);
  const call = bindTo(connection);
  return {
    publishableKey: settings.publishableKey,
    readAccount: () => call(readAccount)(undefined),
    checkPrices: call((to, prices) => checkPrices(to, prices, settings.publishableKey)),
    createCustomer: call(createCustomer),
    readCustomer: call(readCustomer),
    updateCustomer: call(updateCustomer),
    removeCustomer: call(removeCustomer),
    listCards: call(listCards),
    keepCard: call(keepCard),
    setDefaultCard: call(setDefaultCard),
    detachCard: call(detachCard),
    readCardFingerprint: call(readCardFingerprint),
    moveTrialEnd: call(moveTrialEnd),
    createSetup: call(createSetup),
    cancelSetups: call(cancelSetups),
    startSubscription: call(startSubscription),
    findSubscription: (customerId, intentId) => call(findSubscription)({ customerId, intentId }),
    listSubscriptions: call(listSubscriptions),
    listRunning: (after) => call(listRunning)(after),
    readSubscription: call(readSubscription),
    readNextTotal: call(readNextTotal),
    setTaxId: call(setTaxId),
    readTaxIdStatus: call(readTaxIdStatus),
    readMissingTaxSettings: () => call(readMissingTaxSettings)(undefined),
    readTaxRate: call(readTaxRate),
    resumeTaxes: call(resumeTaxes),
    findCode: (code, price) => call(findCode)({ code, price }),
    previewPurchase: call(previewPurchase),
    keepDiscount: call(keepDiscount),
    giveFreeTime: call(giveFreeTime),
    endFreeTime: call(endFreeTime),
    startFreePlan: call(startFreePlan),
    endFreePlan: call(endFreePlan),
    previewChange: call(previewChange),
    changePrices: call(changePrices),
    giveUpChange: call(giveUpChange),
    previewScheduled: call(previewScheduled),
    scheduleChange: call(scheduleChange),
    dropScheduled: call(dropScheduled),
    endAtPeriodEnd: call(endAtPeriodEnd),
    keepGoing: call(keepGoing),
    endSubscription: call(endSubscription),
    giveUpSubscription: call(giveUpSubscription),
    payOpenInvoice: call(payOpenInvoice),
    listInvoices: (customerId, limit) => call(listInvoices)({ customerId, limit }),
    readPayment: call(readPayment),
    readRefunds: call(readRefunds),
    refundInvoice: call(refundInvoice),
    listReturns: call(listReturns),
    findChargeCustomer: call(findChargeCustomer),
    readInvoiceLink: call(readInvoiceLink),
    readWebhook: (rawBody, signature) =>
      readWebhook(connection, { rawBody, signature, secrets: settings.webhookSecrets }),
    listEvents: call(listEvents),
    listWebhooks: () => call(listWebhooks)(undefined),
  };
}

/** Gives a call its deadline, and turns Stripe's errors into ours. */
function bindTo(connection: Connection) {
  return <Input, Result>(operation: (to: Connection, input: Input) => Promise<Result>) =>
    async (input: Input): Promise<Result> => {
      try {
        return await withDeadline(() => operation(connection, input));
      } catch (error) {
        throw toProviderError(error);
      }
    };
}
