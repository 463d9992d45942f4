import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type {
  BillingDetails,
  PaymentProvider,
} from '../../src/modules/billing/port/payment-provider.ts';
import { cardCases } from './contract-cards.ts';
import { changeCases } from './contract-changes.ts';
import { codeChangeCases } from './contract-code-changes.ts';
import { codeCases } from './contract-codes.ts';
import { customerCases } from './contract-customers.ts';
import { documentCases } from './contract-documents.ts';
import { setEndCases } from './contract-endings.ts';
import { endCases } from './contract-ends.ts';
import { freeCases } from './contract-free.ts';
import { frequencyCases } from './contract-frequencies.ts';
import { periodCases } from './contract-periods.ts';
import { priceCases } from './contract-prices.ts';
import { refundCases } from './contract-refunds.ts';
import { renewalCases } from './contract-renewals.ts';
import { returnCases } from './contract-returns.ts';
import { scheduleDropCases } from './contract-schedule-drops.ts';
import { scheduleCases } from './contract-schedules.ts';
import { subscriptionCases } from './contract-subscriptions.ts';
import { taxChangeCases, taxedBuyerCases, unknownPlaceCases } from './contract-tax-changes.ts';
import { taxIdCases } from './contract-tax-ids.ts';
import { taxCases } from './contract-taxes.ts';
import { trialCases, trialEndCases } from './contract-trials.ts';
import { unpaidFrequencyCases } from './contract-unpaid-frequencies.ts';

/** A payer as the provider's own pages show it. */
export interface Payer {
  readonly email: string;
  /** Null where there is no address. */
  readonly details: BillingDetails | null;
}

/** A provider under test, and what a test may do that only the world outside can. */
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
  /** Adds the promotion codes that the cases use, where they are not there by themselves. */
  addCodes?(): Promise<void>;
  /** Forgets the customers of the cases before, for whom time would pass too. */
  forgetAll?(): Promise<void>;
  close(): Promise<void>;
}

/** Cases of `PaymentProvider` that every payment provider keeps. */
export function describePaymentProvider(name: string, open: () => Promise<ProviderRig>): void {
  describe(`payment provider ${name}`, () => {
    let rig: ProviderRig;
    beforeAll(async () => {
      rig = await open();
    });
    beforeEach(() => rig.forgetAll?.());
    afterAll(() => rig.close());

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
      codeCases,
      codeChangeCases,
      trialCases,
      trialEndCases,
      taxCases,
      taxChangeCases,
      taxedBuyerCases,
      unknownPlaceCases,
      taxIdCases,
    ];
    for (const defineCases of cases) {
      defineCases(() => rig);
    }
  });
}
