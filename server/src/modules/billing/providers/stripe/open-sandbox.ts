import type { HearthConfig } from '@hearth/contract';
import type { Pool } from '@hearth/stripe-emulator';
import type { Clock } from '../../../../platform/clock.ts';
import { deriveKey } from '../../../../platform/derive-key.ts';
import type { PaymentProvider, ProviderEvent } from '../../port/payment-provider.ts';
import { listPlanPrices } from '../../port/rules/plan.ts';
import { createStripeProvider } from './create-stripe-provider.ts';
import { toSeed } from './sandbox-seed.ts';
import { neededEventTypes } from './webhook-endpoints.ts';

type Seller = NonNullable<HearthConfig['seller']>;

export interface SandboxParts {
  /** Connections of its own: a provider is somebody else, who never sees the caller's transaction. */
  readonly pool: Pool & { end(): Promise<void> };
  readonly clock: Clock;
  readonly plans: HearthConfig['plans'];
  readonly nameOf: (plan: HearthConfig['plans'][number]) => string;
  readonly seller: Seller;
  /** Public address of the product, below which the emulator is reached by browsers. */
  readonly publicUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly installation: string;
  /** Takes one message of the provider. */
  readonly keepEvent: (event: ProviderEvent) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** The Stripe emulator in this process: it takes no money, sells what is configured, and lives by the product's clock. */
export interface Sandbox {
  readonly provider: PaymentProvider;
  /** Answers as Stripe's hosts would; `url` is a path. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Does what is due by now, and resolves when its messages have arrived. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const sandboxPath = '/sandbox';
const sandboxSchema = 'sandbox';

/** Loads the emulator only here, since an installation that takes money has no use for it. */
export async function openSandbox(parts: SandboxParts): Promise<Sandbox> {
  const { pool, clock, plans, nameOf, seller, publicUrl, secretKey, installation } = parts;
  const { createEmulator, createPostgresStore } = await import('@hearth/stripe-emulator');
  const secretFor = (purpose: 'sandbox events' | 'sandbox ids') =>
    deriveKey(secretKey, purpose).toString('base64url');
  const webhookSecret = `whsec_${secretFor('sandbox events')}`;
  const seed = toSeed(plans, nameOf);
  const url = `${publicUrl}/webhooks/stripe`;
  const emulator = createEmulator({
    store: await createPostgresStore({ pool, schema: sandboxSchema }),
    clock: () => clock.now().getTime(),
    papersUrl: publicUrl + sandboxPath,
    // Ids must not be guessed: an invoice's page asks for nothing but its id.
    idSeed: secretFor('sandbox ids'),
    report: parts.onError,
    seed: {
      ...seed,
      account: { business_profile: toProfile(seller) },
      webhook_endpoints: [
        { id: 'we_sandbox', url, secret: webhookSecret, enabled_events: [...neededEventTypes] },
      ],
    },
    async deliver(_url, { headers, body }) {
      const event = provider.readWebhook(Buffer.from(body), headers['stripe-signature']);
      if (event && event !== 'foreign') {
        await parts.keepEvent(event);
      }
      return { status: 200 };
    },
  });
  const provider = createStripeProvider({
    secretKey: 'sk_test_sandbox',
    publishableKey: parts.publishableKey,
    webhookSecrets: [webhookSecret],
    planPrices: listPlanPrices(plans),
    installation,
    fetch: emulator.fetch,
  });
  return {
    provider,
    fetch: (path, init) => emulator.fetch(publicUrl + path, init),
    settle: emulator.settle,
    close: () => emulator.stop().finally(() => pool.end()),
  };
}

/** Our settings know lines only; the first two have places of their own at Stripe. */
function toProfile({ name, address: [line1, line2, ...others] }: Seller) {
  const place = { country: '', postal_code: null, state: null };
  const city = others.join(', ') || null;
  return {
    ...{ name, mcc: null, support_email: null, support_phone: null, support_url: null, url: null },
    specified_commercial_transactions_act_url: null,
    minority_owned_business_designation: [],
    support_address: { line1: line1 ?? null, line2: line2 ?? null, city, ...place },
  };
}
