import type { AddressInfo } from 'node:net';
import type { HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { type AppParts, createApp } from '../../../src/boot/app.ts';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { openFaultyDatabase, wrapPayments } from '../../billing/support/payment-faults.ts';
import { settle } from '../../billing/support/payment-scenes.ts';
import { createTestApp, findLocation, type TestApp } from '../../harness/test-app.ts';
import type { StripeEmulator } from '../../payment-provider/stripe/emulator.ts';
import { stripeEnvironment } from '../../payment-provider/stripe/emulator.ts';
import type { Households } from '../households.ts';
import { withoutWaiting } from '../sold-plans.ts';

const webhookSecret = 'whsec_test';

/** Settings of the product that a history changes. */
export type ProductSettings = Partial<Pick<HearthConfig, 'plans' | 'billing'>>;

/** Configuration that an operator changes before the product is started again. */
export interface Settings {
  /** Another one stands for a key of another account. */
  readonly apiBase?: string;
  readonly plans?: HearthConfig['plans'];
}

/** The product with a database of its own, which can be stopped and started with other settings. */
export interface Installation {
  /** The one that runs now. */
  readonly app: TestApp;
  /** Name of this installation in the metadata at the provider. */
  readonly id: string;
  restart(settings: Settings, whileDown?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Wanted {
  readonly emulator: StripeEmulator;
  readonly apiBase: string;
  /** Settings beside those of the configuration. */
  readonly product?: ProductSettings | undefined;
  readonly households: Households;
  /** Given to a second one, since a copied template gives all the same. */
  readonly id?: string;
}

export async function openInstallation({
  emulator,
  apiBase,
  product = {},
  households,
  id = 'first',
}: Wanted): Promise<Installation> {
  const payments = (real: PaymentProvider) => wrapPayments(households.wrap(real));
  const parts = { payments, logger: false, slowestEventLoopMs: 0 } as const;
  const base = await createTestApp({
    ...parts,
    open: openFaultyDatabase,
    product: { billing: withoutWaiting, ...product },
    env: {
      ...stripeEnvironment(apiBase, webhookSecret),
      STRIPE_REQUESTS_PER_SECOND: '1000',
    },
  });
  const location = await findLocation(base);
  await sql`update installation set id = ${id}`.execute(base.db);
  let app = base;
  let port = 0;
  const restart: Installation['restart'] = async (settings, whileDown) => {
    await app.app.close();
    await whileDown?.();
    const config = changeConfig(app.config, settings);
    const { db, clock } = base;
    const started = await createApp({
      ...(parts satisfies Partial<AppParts>),
      config,
      db,
      location,
      clock,
    });
    app = { ...base, config, app: started, server: started.server };
    await app.server.listen({ host: '127.0.0.1', port });
  };
  await restart({});
  port = (app.server.server.address() as AddressInfo).port;
  const hook = `http://127.0.0.1:${port}/webhooks/stripe`;
  await emulator.control('webhooks', {
    url: hook,
    secret: webhookSecret,
    duplicate: 2,
    shuffle: true,
  });
  // The first pull marks from when on every event must be here.
  await settle(app);
  return {
    get app() {
      return app;
    },
    id,
    restart,
    async close() {
      await app.app.close();
      await base.close();
    },
  };
}

function changeConfig(config: TestApp['config'], { apiBase, plans }: Settings): TestApp['config'] {
  const { payments, product } = config;
  const isOther = apiBase !== undefined && payments.provider === 'stripe';
  return {
    ...config,
    payments: isOther ? { ...payments, apiBase } : payments,
    product: { ...product, ...(plans && { plans }) },
  };
}
