import type { Config } from './config.ts';
import { reportDrift } from './modules/billing/index.ts';
import { openPayments } from './open-payments.ts';
import type { Clock } from './platform/clock.ts';
import type { DatabaseLocation } from './platform/database.ts';
import type { Database } from './platform/transaction.ts';

interface DriftContext {
  readonly config: Config;
  readonly db: Database;
  readonly location: DatabaseLocation;
  readonly clock: Clock;
}

/** Compares all billing with what the provider has; a difference makes the command fail. */
export async function tellDrift({ config, db, location, clock }: DriftContext) {
  // Its next call says so.
  const payments = openPayments({ config, location, clock, onError: () => undefined });
  try {
    if (!payments.provider) {
      return { text: 'Payments are not set up, so there is nothing to compare.', exitCode: 0 };
    }
    const context = { db, clock, settings: config.product, payments: payments.provider };
    const { compared, sentences } = await reportDrift(context);
    const end = `${compared} ${compared === 1 ? 'subscription' : 'subscriptions'} compared.`;
    return sentences.length === 0
      ? { text: `Nothing differs. ${end}`, exitCode: 0 }
      : { text: [...sentences, end].join('\n'), exitCode: 1 };
  } finally {
    await payments.close();
  }
}
