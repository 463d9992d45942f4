import type { Config } from './config/config.ts';
import { sandboxConnections } from './connections.ts';
import {
  createSandboxProvider,
  createStripeProvider,
  guardAccount,
  type PaymentProvider,
  priceAmount,
  type SandboxProvider,
} from './modules/billing/index.ts';
import { findSubscription } from './modules/subscriptions/index.ts';
import type { Clock } from './platform/clock.ts';
import { type DatabaseLocation, openDatabase } from './platform/database.ts';
import type { JobLog } from './platform/jobs/job-log.ts';
import type { Database } from './platform/transaction.ts';

export interface Payments {
  /** Undefined where nobody takes money. */
  readonly provider: PaymentProvider | undefined;
  /** The sandbox, if it is the provider. */
  readonly sandbox: SandboxProvider | undefined;
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
  readonly log: Pick<JobLog, 'error'>;
  /** Asks the provider although our rows name another account, for a command that corrects them. */
  readonly anyAccount?: boolean;
  /** For tests. */
  readonly wrap?: (real: PaymentProvider) => PaymentProvider;
}

/** The only place that picks who takes the money. */
export function openPayments(parts: PaymentsParts): Payments {
  const { provider, sandbox, close } = openProvider(parts);
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

function openProvider({
  config,
  location,
  clock,
  onError,
  installation,
}: PaymentsParts): Omit<Payments, 'accountFault' | 'keyFault'> {
  const { payments, product, publicUrl, secretKey, texts } = config;
  if (payments.provider === 'stripe') {
    const { apiBase, ...keys } = payments;
    const provider = createStripeProvider({
      ...keys,
      installation,
      ...(apiBase && { apiBase }),
    });
    return { provider, sandbox: undefined, close: async () => undefined };
  }
  if (payments.provider === 'none') {
    return { provider: undefined, sandbox: undefined, close: async () => undefined };
  }
  // A provider is somebody else: it never sees the caller's transaction.
  const { db, close } = openDatabase(location, onError, { max: sandboxConnections });
  const plans = product.plans.flatMap((plan) =>
    plan.prices.flatMap((price) =>
      [price.priceIds, ...price.retired].map((priceIds) => ({
        name: texts.en[plan.titleKey] ?? plan.id,
        priceIds,
        frequency: price.frequency,
        total: priceAmount(price),
        ...(price.tax && { tax: price.tax }),
      })),
    ),
  );
  const readTimeZone = async (id: string) =>
    (await findSubscription(db, id))?.timeZone ?? undefined;
  const sandbox = createSandboxProvider({
    db,
    clock,
    plans,
    publicUrl,
    secretKey,
    readTimeZone,
  });
  return { provider: sandbox, sandbox, close };
}
