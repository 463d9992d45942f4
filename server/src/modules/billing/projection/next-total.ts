import { setTimeout as sleep } from 'node:timers/promises';
import type { PerformContext } from '../port/billing-services.ts';
import { type NextTotal, ProviderFailure } from '../port/payment-provider.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { writeNextTotal } from '../records/reading-store.ts';

/** The page shows more than this line and does not wait longer for it. */
const longestWaitMs = 3_000;

/** Answers the next renewal, and reads it where needed; null where there is none or the provider does not answer. */
export async function readNextTotal(
  account: BillingAccount,
  context: PerformContext,
): Promise<NextTotal | null> {
  const { payments } = context;
  const { providerSubscriptionId: id, next, isPending } = account;
  if (next !== undefined || !id || !payments || isPending) {
    return next ?? null;
  }
  const timer = new AbortController();
  const tooSlow = sleep(longestWaitMs, null, timer).catch(() => null);
  const total = askNextTotal(account, id, context);
  try {
    return await Promise.race([total, tooSlow]);
  } finally {
    timer.abort();
  }
}

/** Reads the next total, and stores it for the next visit. */
async function askNextTotal(
  { subscriptionId, reading }: BillingAccount,
  id: string,
  { db, clock, payments, log }: PerformContext,
): Promise<NextTotal | null> {
  try {
    const next = (await payments?.readNextTotal(id)) ?? null;
    await writeNextTotal(db, subscriptionId, { next, at: clock.now(), reading });
    return next;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      throw error;
    }
    log.error({ err: error, subscription: subscriptionId }, 'next total not read');
    return null;
  }
}
