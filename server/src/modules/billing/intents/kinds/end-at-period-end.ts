import type { ProviderSubscription } from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { notifyEnding } from '../../projection/notify-ending.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentRefusal, RequestOf } from '../../records/intent.ts';
import { nextReading } from '../../records/reading-store.ts';
import { type Kind, keyLifeMs } from '../kind.ts';
import { readCharged } from '../read-charged.ts';

/**
 * Has the subscription end with its paid period. It expires, because a renewal may follow that its owner did not
 * want to pay.
 */
export const endAtPeriodEnd: Kind<RequestOf<'end-at-period-end'>> = {
  async perform({ keyBase, subscriptionId }, context) {
    const { db, payments } = requirePaying(context);
    const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    if (!charged) {
      return { outcome: { refusal: { code: 'subscription/nothing-to-end' } }, isDeferred: true };
    }
    const reading = await nextReading(db);
    const after = await payments.endAtPeriodEnd({ key: `${keyBase}-end-${charged}`, id: charged });
    const read = { charged: after, reading };
    const { endsAt } = after;
    if (endsAt === null) {
      return { outcome: { refusal: toRefusal(after) }, isDeferred: true, read };
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'subscription.end-scheduled',
      details: { ends_at: endsAt.toISOString() },
      apply: (tx) => notifyEnding(tx, { subscriptionId, endsAt }, context),
      read,
    };
  },
  async wasDone({ subscriptionId }, context) {
    const found = await readCharged(subscriptionId, context);
    return found !== undefined && found.endsAt !== null;
  },
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: false,
  expiresAfterMs: keyLifeMs,
  decides: false,
  usesCard: () => false,
};

/** The provider ends only what is active. */
function toRefusal({ status }: ProviderSubscription): IntentRefusal {
  return { code: status === 'canceled' ? 'subscription/canceled' : 'billing/payment-open' };
}
