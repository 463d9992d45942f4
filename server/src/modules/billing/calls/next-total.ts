import { setTimeout as sleep } from 'node:timers/promises';
import type { PerformContext } from '../port/billing-services.ts';
import { type NextTotal, ProviderFailure } from '../port/payment-provider.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { writeNextTotal } from '../records/reading-store.ts';

/** A page that shows much more does not wait longer for one line of it. */
const longestWaitMs = 3_000;

/** The next renewal, read where it is not known; null where there is none, or the provider does not answer. */
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

/** Also keeps the answer, for the next time somebody looks. */
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
