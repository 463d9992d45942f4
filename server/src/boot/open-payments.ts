import { findText } from '@hearth/contract';
import type { Config } from '../config/config.ts';
import { publishableKeyOf } from '../config/payments.ts';
import {
  createStripeProvider,
  guardAccount,
  keepEvent,
  listPlanPrices,
  openSandbox,
  type PaymentProvider,
  type Sandbox,
} from '../modules/billing/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type DatabaseLocation, requestLimits } from '../platform/database.ts';
import { openPool } from '../platform/database-client.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';
import type { Database } from '../platform/transaction.ts';
import { sandboxConnections } from './connections.ts';

export interface Payments {
  /** Undefined if nobody takes money. */
  readonly provider: PaymentProvider | undefined;
  /** The sandbox, if it is the provider. */
  readonly sandbox: Sandbox | undefined;
  /** Why payments are off although they are set up; undefined while they are on. */
  accountFault(): string | undefined;
  /** Why the provider refuses the key; undefined while it takes it. */
  keyFault(): string | undefined;
  close(): Promise<void>;
}

export interface PaymentsParts {
  /** Name of this installation, from the database. */
  readonly installation: string;
  readonly config: Config;
  readonly db: Database;
  readonly location: DatabaseLocation;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
  readonly log: Pick<JobLog, 'error' | 'warn'>;
  /** Asks the provider although our rows name another account, for a command that corrects them. */
  readonly anyAccount?: boolean;
  /** For tests. */
  readonly wrap?: (real: PaymentProvider) => PaymentProvider;
}

/** The only place that picks who takes the money. */
export async function openPayments(parts: PaymentsParts): Promise<Payments> {
  const { provider, sandbox, close } = await openProvider(parts);
  const { db, clock, log, anyAccount = false, wrap = (real) => real } = parts;
  const guard = provider && guardAccount({ db, clock, payments: wrap(provider), log, anyAccount });
  return {
    provider: guard?.payments,
    sandbox,
    accountFault: () => guard?.fault(),
    keyFault: () => guard?.keyFault(),
    close,
  };
}

async function openProvider(
  parts: PaymentsParts,
): Promise<Omit<Payments, 'accountFault' | 'keyFault'>> {
  const { payments } = parts.config;
  const close = async () => undefined;
  switch (payments.provider) {
    case 'none':
      return { provider: undefined, sandbox: undefined, close };
    case 'sandbox':
      return await openLocal(parts);
    case 'stripe': {
      const { apiBase, ...keys } = payments;
      const { installation } = parts;
      const provider = createStripeProvider({
        ...keys,
        planPrices: listPlanPrices(parts.config.product.plans),
        installation,
        ...(apiBase && { apiBase }),
      });
      return { provider, sandbox: undefined, close };
    }
  }
}

async function openLocal({ config, db, location, clock, ...parts }: PaymentsParts) {
  const { product, publicUrl, secretKey, texts } = config;
  const { installation, onError } = parts;
  const pool = openPool({ location, limits: requestLimits, max: sandboxConnections, onError });
  const sandbox = await openSandbox({
    ...{ pool, clock, publicUrl, secretKey, installation },
    publishableKey: publishableKeyOf(config.payments),
    plans: product.plans,
    nameOf: ({ id, titleKey }) => findText(texts, 'en', titleKey) ?? id,
    seller: product.seller ?? { name: product.productName, address: [] },
    keepEvent: (event) => keepEvent(db, event, clock.now()),
    onError: (error) => parts.log.warn({ err: error }, 'sandbox failed'),
  });
  return { provider: sandbox.provider, sandbox, close: sandbox.close };
}
