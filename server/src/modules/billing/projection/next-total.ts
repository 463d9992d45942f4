import { setTimeout as sleep } from 'node:timers/promises';
import type { AboutCharge } from '../../mail/index.ts';
import { toInvoiceParts } from '../port/amounts.ts';
import type { PayingContext, PerformContext } from '../port/billing-services.ts';
import { type NextTotal, ProviderFailure } from '../port/payment-provider.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { writeNextTotal } from '../records/reading-store.ts';

/** A page or a mail says more than this sum, and does not wait longer for it. */
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
  return await unlessSlow(keepNextTotal(account, id, { ...context, payments }));
}

/** Answers the first charge of a trial that has just begun; null where there is none or the provider does not answer. */
export async function readFirstCharge(
  { subscriptionId, id }: { readonly subscriptionId: string; readonly id: string },
  context: PayingContext,
): Promise<NextTotal | null> {
  return (await unlessSlow(askNextTotal({ subscriptionId, id }, context))) ?? null;
}

async function unlessSlow<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  const timer = new AbortController();
  const tooSlow = sleep(longestWaitMs, null, timer).catch(() => null);
  try {
    return await Promise.race([asked, tooSlow]);
  } finally {
    timer.abort();
  }
}

/** Reads the next total, and stores it for the next visit. */
async function keepNextTotal(
  { subscriptionId, reading }: BillingAccount,
  id: string,
  context: PayingContext,
): Promise<NextTotal | null> {
  const next = await askNextTotal({ subscriptionId, id }, context);
  if (next !== undefined) {
    const { db, clock } = context;
    await writeNextTotal(db, subscriptionId, { next, at: clock.now(), reading });
  }
  return next ?? null;
}

/** Null where nothing is charged again, undefined where the provider fails. */
async function askNextTotal(
  { subscriptionId, id }: { readonly subscriptionId: string; readonly id: string },
  { payments, log }: PayingContext,
): Promise<NextTotal | null | undefined> {
  try {
    return await payments.readNextTotal(id);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      throw error;
    }
    log.error({ err: error, subscription: subscriptionId }, 'next total not read');
    return undefined;
  }
}

/** The charge as mails say it: without parts where a balance changes it, since they would not add up, or where they are its price only. */
export function toMailedCharge({ total, parts }: NextTotal): Pick<AboutCharge, 'total' | 'parts'> {
  const { isReverseCharge } = parts;
  // A renewal without taxes has 0 of them too.
  const isTaxed = parts.tax !== 0 || isReverseCharge;
  const { subtotal, discount, tax } = toInvoiceParts({ ...parts, tax: isTaxed ? parts.tax : null });
  const sum = parts.subtotal - parts.discount + (parts.isTaxIncluded ? 0 : (parts.tax ?? 0));
  const inMoney = (amount: number | null) => (amount === null ? null : { ...total, amount });
  return subtotal === null || sum !== total.amount
    ? { total }
    : {
        total,
        parts: {
          subtotal: inMoney(subtotal),
          discount: inMoney(discount),
          tax: inMoney(tax),
          ...(isReverseCharge && { isReverseCharge }),
        },
      };
}
