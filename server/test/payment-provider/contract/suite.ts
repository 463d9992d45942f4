import { describe } from 'vitest';
import type {
  BillingDetails,
  PaymentProvider,
} from '../../../src/modules/billing/port/payment-provider.ts';
import { cardCases } from './cards.ts';
import { changeCases } from './changes.ts';
import { codeChangeCases } from './code-changes.ts';
import { codeCases } from './codes.ts';
import { currencyCases } from './currencies.ts';
import { customerCases } from './customers.ts';
import { documentCases } from './documents.ts';
import { setEndCases } from './endings.ts';
import { endCases } from './ends.ts';
import { freeCases } from './free.ts';
import { frequencyCases } from './frequencies.ts';
import { periodCases } from './periods.ts';
import { priceCases } from './prices.ts';
import { refundCases } from './refunds.ts';
import { renewalCases } from './renewals.ts';
import { returnCases } from './returns.ts';
import { scheduleDropCases } from './schedule-drops.ts';
import { scheduleCases } from './schedules.ts';
import { subscriptionCases } from './subscriptions.ts';
import { taxChangeCases, taxedBuyerCases, unknownPlaceCases } from './tax-changes.ts';
import { taxIdCases } from './tax-ids.ts';
import { taxCases } from './taxes.ts';
import { trialCodeCases } from './trial-codes.ts';
import { trialCases, trialEndCases } from './trials.ts';
import { unpaidFrequencyCases } from './unpaid-frequencies.ts';
import { yearCases } from './year.ts';

/** A payer as the provider's own pages show it. */
export interface Payer {
  readonly email: string;
  /** Null where there is no address. */
  readonly details: BillingDetails | null;
}

/** The provider under test, and what a test may do that only the world outside can. */
export interface ProviderRig {
  readonly provider: PaymentProvider;
  readPayer(customerId: string): Promise<Payer>;
  /** The provider's present instant. */
  now(): Promise<Date>;
  /** Moves the provider's time; what falls due happens at its own time, before this returns. */
  advance(ms: number): Promise<void>;
  /** Answers the bank's question as the person would, in the browser. */
  authenticate(clientSecret: string, success: boolean): Promise<void>;
  /** Adds a Mastercard as the person would, in the browser; fails where the secret is of no use. */
  completeSetup(clientSecret: string): Promise<void>;
  /** Gives a part of a paid invoice back; what it answers has the bank send the money back. */
  refund(invoiceId: string, amount: number): Promise<() => Promise<void>>;
  /** The payer's bank asks for the payment of an invoice, or takes it. */
  dispute(invoiceId: string, state: 'open' | 'lost'): Promise<void>;
  /** Turns a part of a paid invoice into credit. */
  createCreditNote(invoiceId: string, amount: number): Promise<void>;
}

const cases = [
  customerCases,
  cardCases,
  subscriptionCases,
  changeCases,
  freeCases,
  renewalCases,
  endCases,
  setEndCases,
  scheduleCases,
  scheduleDropCases,
  returnCases,
  refundCases,
  documentCases,
  priceCases,
  periodCases,
  frequencyCases,
  unpaidFrequencyCases,
  currencyCases,
  codeCases,
  codeChangeCases,
  trialCases,
  trialEndCases,
  trialCodeCases,
  taxCases,
  taxChangeCases,
  taxedBuyerCases,
  unknownPlaceCases,
  taxIdCases,
  yearCases,
];

/** Cases of what `PaymentProvider` promises, in which nothing is Stripe's own. */
export function describePaymentProvider(rig: () => ProviderRig): void {
  describe('payment provider', () => {
    for (const defineCases of cases) {
      defineCases(rig);
    }
  });
}
