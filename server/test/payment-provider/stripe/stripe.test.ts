import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
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
import { endingChangeCases } from './endings.ts';
import { faultCases } from './faults.ts';
import { stripeFrequencyCases } from './frequencies.ts';
import { proxyCases } from './proxy-cases.ts';
import { readingCases } from './reading.ts';
import { stripeRefundCases } from './refunds.ts';
import { requestCases } from './requests.ts';
import { toRig } from './rig.ts';
import { scheduleFaultCases } from './schedules.ts';
import {
  confirmSetup,
  hasStandIn,
  readPayer,
  type SeenRequest,
  type StripeStandIn,
  startStandIn,
} from './stand-in.ts';
import { unpaidTimeCases } from './unpaid-time.ts';
import { usedUpCodeCases } from './used-up-codes.ts';
import { webhookCases } from './webhooks.ts';

const secretKey = process.env.STRIPE_TEST_SECRET_KEY ?? '';
const hasKey = secretKey.startsWith('sk_test_');

if (hasStandIn) {
  describeOnStandIn();
}
if (hasKey) {
  describeOnStripe();
}
if (!hasStandIn && !hasKey) {
  describe.skip('payment provider stripe', () => {
    it('is tested where the stand-in or a key is', () => {});
  });
}
tell();

function describeOnStandIn(): void {
  describe('on the stand-in', () => {
    let standIn: StripeStandIn;
    const sent: SeenRequest[] = [];
    beforeAll(async () => {
      standIn = await startStandIn();
    });
    // Time passes slowly at a provider that keeps the subscriptions of all cases.
    beforeEach(() => standIn.control('reset', { cfg: { final: 'unpaid' } }));
    afterEach(async () => {
      sent.push(...(await standIn.requests()));
    });
    afterAll(() => standIn.stop());

    describePaymentProvider('stripe', async () => toRig(standIn));
    describe('stripe', () => {
      webhookCases(() => standIn);
      waitingChangeCases(() => toRig(standIn));
      draftHourCases(() => ({ ...toRig(standIn), standIn }));
      draftEndCases(() => ({ ...toRig(standIn), standIn }));
      unpaidTimeCases(() => ({ ...toRig(standIn), standIn }));
      debtCases(() => ({ ...toRig(standIn), standIn }));
      dashboardCases(() => ({ ...toRig(standIn), standIn }));
      creditNoteCases(() => ({ ...toRig(standIn), standIn }));
      usedUpCodeCases(() => ({ ...toRig(standIn), standIn }));
      endingChangeCases(() => ({ ...toRig(standIn), standIn }));
      earlierVersionCases(() => ({ ...toRig(standIn), standIn }));
      readingCases(() => ({ ...toRig(standIn), standIn }));
      stripeFrequencyCases(() => ({ ...toRig(standIn), standIn }));
      stripeRefundCases(() => ({ ...toRig(standIn), standIn }));
      callCases(() => ({ ...toRig(standIn), standIn }));
      proxyCases(() => ({ ...toRig(standIn), standIn }));
      // These last: they look at what everything before has sent, and then break things.
      requestCases(() => ({ ...toRig(standIn), standIn }), sent);
      faultCases(() => standIn);
      scheduleFaultCases(() => ({ ...toRig(standIn), standIn }));
      brokenEndCases(() => ({ ...toRig(standIn), standIn }));
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
    const unable = () => Promise.reject(new Error('Only the stand-in can do that.'));
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
      close: async () => {},
    };
    customerCases(() => rig);
    cardCases(() => rig);
  });
}

function tell(): void {
  const atStripe = hasKey
    ? 'customers and cards are tested at Stripe itself; cases that need time or a bank are SKIPPED there.'
    : 'at Stripe itself all is SKIPPED, without an sk_test_ key in STRIPE_TEST_SECRET_KEY.';
  const onStandIn = hasStandIn
    ? ''
    : ' The cases on the stand-in are SKIPPED: it is not at ../shared.';
  process.stderr.write(`Stripe: ${atStripe}${onStandIn}\n`);
}
