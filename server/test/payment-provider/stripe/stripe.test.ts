import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import { cardCases } from '../contract/cards.ts';
import { customerCases } from '../contract/customers.ts';
import { describePaymentProvider, type ProviderRig } from '../contract/suite.ts';
import { callCases } from './calls.ts';
import { draftHourCases, earlierVersionCases, waitingChangeCases } from './changes.ts';
import { creditNoteCases } from './credit-notes.ts';
import { dashboardCases } from './dashboard.ts';
import { debtCases } from './debts.ts';
import { brokenEndCases, draftEndCases } from './drafts.ts';
import {
  confirmSetup,
  readPayer,
  type SeenRequest,
  type StripeEmulator,
  startEmulator,
} from './emulator.ts';
import { endingChangeCases } from './endings.ts';
import { faultCases } from './faults.ts';
import { stripeFrequencyCases } from './frequencies.ts';
import { proxyCases } from './proxy-cases.ts';
import { readingCases } from './reading.ts';
import { stripeRefundCases } from './refunds.ts';
import { requestCases } from './requests.ts';
import { toRig } from './rig.ts';
import { scheduleFaultCases } from './schedules.ts';
import { unpaidTimeCases } from './unpaid-time.ts';
import { usedUpCodeCases } from './used-up-codes.ts';
import { webhookCases } from './webhooks.ts';

const secretKey = process.env.STRIPE_TEST_SECRET_KEY ?? '';
const hasKey = secretKey.startsWith('sk_test_');

describeOnEmulator();
if (hasKey) {
  describeOnStripe();
}

function describeOnEmulator(): void {
  describe('on the emulator', () => {
    let emulator: StripeEmulator;
    const sent: SeenRequest[] = [];
    beforeAll(async () => {
      emulator = await startEmulator();
    });
    // Time passes slowly at a provider that keeps the subscriptions of all cases.
    beforeEach(() => emulator.control('reset', { cfg: { final: 'unpaid' } }));
    afterEach(async () => {
      sent.push(...(await emulator.requests()));
    });
    afterAll(() => emulator.stop());

    describePaymentProvider(() => toRig(emulator));
    describe('stripe', () => {
      webhookCases(() => emulator);
      waitingChangeCases(() => toRig(emulator));
      draftHourCases(() => ({ ...toRig(emulator), emulator }));
      draftEndCases(() => ({ ...toRig(emulator), emulator }));
      unpaidTimeCases(() => ({ ...toRig(emulator), emulator }));
      debtCases(() => ({ ...toRig(emulator), emulator }));
      dashboardCases(() => ({ ...toRig(emulator), emulator }));
      creditNoteCases(() => ({ ...toRig(emulator), emulator }));
      usedUpCodeCases(() => ({ ...toRig(emulator), emulator }));
      endingChangeCases(() => ({ ...toRig(emulator), emulator }));
      earlierVersionCases(() => ({ ...toRig(emulator), emulator }));
      readingCases(() => ({ ...toRig(emulator), emulator }));
      stripeFrequencyCases(() => ({ ...toRig(emulator), emulator }));
      stripeRefundCases(() => ({ ...toRig(emulator), emulator }));
      callCases(() => ({ ...toRig(emulator), emulator }));
      proxyCases(() => ({ ...toRig(emulator), emulator }));
      // These last: they look at what everything before has sent, and then break things.
      requestCases(() => ({ ...toRig(emulator), emulator }), sent);
      faultCases(() => emulator);
      scheduleFaultCases(() => ({ ...toRig(emulator), emulator }));
      brokenEndCases(() => ({ ...toRig(emulator), emulator }));
    });
  });
}

/** Time and the bank cannot be moved there, so only what needs neither; prices are ours by id. */
function describeOnStripe(): void {
  describe('payment provider stripe, at Stripe itself', () => {
    const provider = createStripeProvider({
      installation: 'here',
      secretKey,
      publishableKey: 'pk_test_unused',
      webhookSecrets: [],
    });
    const unable = () => Promise.reject(new Error('Only the emulator can do that.'));
    const rig: ProviderRig = {
      provider,
      readPayer: (customerId) =>
        readPayer({ url: 'https://api.stripe.com', secretKey }, customerId),
      now: unable,
      advance: unable,
      authenticate: unable,
      completeSetup: (clientSecret) =>
        confirmSetup({ url: 'https://api.stripe.com', secretKey, clientSecret }),
      refund: unable,
      dispute: unable,
      createCreditNote: unable,
    };
    customerCases(() => rig);
    cardCases(() => rig);
  });
}
