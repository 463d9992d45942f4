import { Refusal } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { ProviderRejected } from '../port/payment-provider.ts';
import { asRefusals } from '../port/require-payments.ts';
import type { Intent, IntentKind } from '../records/intent.ts';
import { leaseIntentsOf, listOpenKinds, releaseIntent } from '../records/intent-store.ts';
import { carryOut } from './carry-out.ts';
import { type ChangeContext, kindOf, type PayingChangeContext, type WithKinds } from './kind.ts';

/** Finishes removing the old owner's card and address, before the provider gets anything of the new owner. */
export async function resumeTransfer(
  subscriptionId: string,
  context: ChangeContext,
): Promise<void> {
  if (!context.payments) {
    return;
  }
  const wanted = { subscriptionId, kinds: ['forget-payer'] } as const;
  for (const intent of await leaseIntentsOf(context.db, wanted, context.clock.now())) {
    await carryOut(intent, context);
  }
}

/** Whether the old owner's card and address are still at the provider. */
export async function isTransferPending(db: Database, subscriptionId: string): Promise<boolean> {
  return (await listOpenKinds(db, subscriptionId)).includes('forget-payer');
}

/** A cancellation supersedes intents that have been open for this long. */
const stuckAfterMs = 5 * 60_000;

/** Filter for the project's stuck intents of kinds that can be undone, which a cancellation supersedes. */
export function stuckIntents(
  { subscriptionId, at }: { readonly subscriptionId: string; readonly at: Date },
  { kinds }: WithKinds,
) {
  const openedBy = new Date(at.getTime() - stuckAfterMs);
  const names = Object.keys(kinds) as IntentKind[];
  return { subscriptionId, kinds: names.filter((name) => kinds[name].undo), openedBy };
}

/**
 * Settles stuck intents that the provider has carried out, because a person has paid for them. A
 * cancellation supersedes the others.
 */
export async function resumePaid(subscriptionId: string, context: ChangeContext): Promise<void> {
  const { db, clock, payments } = context;
  if (!payments) {
    return;
  }
  const at = clock.now();
  for (const intent of await leaseIntentsOf(
    db,
    stuckIntents({ subscriptionId, at }, context),
    at,
  )) {
    await asRefusals(() => resumeIfDone(intent, { ...context, payments }));
  }
}

async function resumeIfDone(intent: Intent, context: PayingChangeContext): Promise<void> {
  try {
    if (await kindOf(intent, context).wasDone(intent, context)) {
      await carryOut(intent, context);
    }
  } catch (error) {
    if (!isFinal(error)) {
      throw error;
    }
    const details = { err: error, intent: intent.id };
    context.log.error(details, 'unverified intent abandoned');
  } finally {
    await releaseIntent(context.db, intent.id, context.clock.now());
  }
}

/** Whether the provider would answer the same on every try, so that a cancellation need not wait. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ProviderRejected ||
    (error instanceof Refusal && error.code === 'billing/rejected')
  );
}
