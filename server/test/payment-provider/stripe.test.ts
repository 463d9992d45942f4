import { afterAll, beforeAll, describe, it } from 'vitest';
import { createStripeProvider } from '../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import { cardCases } from './contract-cards.ts';
import { customerCases } from './contract-customers.ts';
import { describePaymentProvider, type ProviderRig } from './contract-suite.ts';
import { waitingChangeCases } from './stripe-changes.ts';
import { debtCases } from './stripe-debts.ts';
import { faultCases } from './stripe-faults.ts';
import { requestCases } from './stripe-requests.ts';
import { roughCases } from './stripe-rough.ts';
import { confirmSetup, hasStandIn, type StripeStandIn, startStandIn } from './stripe-stand-in.ts';
import { webhookCases } from './stripe-webhooks.ts';

const secretKey = process.env.STRIPE_TEST_SECRET_KEY ?? '';
const hasKey = secretKey.startsWith('sk_test_');

if (hasStandIn) {
  describeOnStandIn();
} else if (hasKey) {
  describeOnStripe();
} else {
  describe.skip('payment provider stripe', () => {
    it('is tested where the stand-in or a key is', () => {});
  });
}
tell();

function describeOnStandIn(): void {
  describe('on the stand-in', () => {
    let standIn: StripeStandIn;
    beforeAll(async () => {
      standIn = await startStandIn();
      await standIn.control('config', { final: 'unpaid' });
    });
    afterAll(() => standIn.stop());

    describePaymentProvider('stripe', async () => toRig(standIn));
    describe('stripe', () => {
      webhookCases(() => standIn);
      waitingChangeCases(() => toRig(standIn));
      debtCases(() => ({ ...toRig(standIn), standIn }));
      roughCases(() => ({ ...toRig(standIn), standIn }));
      // These last: they look at what everything before has sent, and then break things.
      requestCases(() => ({ ...toRig(standIn), standIn }));
      faultCases(() => standIn);
    });
  });
}

/** Time and the bank cannot be moved there, so only what needs neither; prices are ours by id. */
function describeOnStripe(): void {
  describe('payment provider stripe, at Stripe itself', () => {
    const provider = createStripeProvider({
      secretKey,
      publishableKey: 'pk_test_unused',
      webhookSecrets: [],
    });
    const unable = () => Promise.reject(new Error('Only the stand-in can do that.'));
    const rig: ProviderRig = {
      provider,
      advance: unable,
      authenticate: unable,
      completeSetup: (clientSecret) =>
        confirmSetup({ url: 'https://api.stripe.com', secretKey, clientSecret }),
      close: async () => {},
    };
    customerCases(() => rig);
    cardCases(() => rig);
  });
}

function toRig(standIn: StripeStandIn): ProviderRig {
  return {
    provider: createStripeProvider({
      secretKey: 'sk_test_anything',
      publishableKey: 'pk_test_anything',
      webhookSecrets: ['whsec_test'],
      apiBase: standIn.url,
    }),
    advance: (ms) => standIn.advance(ms),
    async authenticate(clientSecret, success) {
      const [id] = clientSecret.split('_secret_');
      await standIn.control('authenticate', { id, success });
    },
    completeSetup: (clientSecret) =>
      confirmSetup({ url: standIn.url, secretKey: 'sk_test_anything', clientSecret }),
    close: async () => {},
  };
}

function tell(): void {
  const words = hasKey
    ? 'Stripe: no stand-in at ../shared; customers and cards are tested at Stripe with STRIPE_TEST_SECRET_KEY, all else is SKIPPED.'
    : 'Stripe: SKIPPED, there is neither the stand-in at ../shared nor an sk_test_ key in STRIPE_TEST_SECRET_KEY.';
  if (!hasStandIn) {
    process.stderr.write(`${words}\n`);
  }
}
