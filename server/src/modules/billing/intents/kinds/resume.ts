import { requirePaying } from '../../port/require-payments.ts';
import { notifyResumed } from '../../projection/notify-ending.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { RequestOf } from '../../records/intent.ts';
import { nextReading } from '../../records/reading-store.ts';
import { type Kind, keyLifeMs } from '../kind.ts';
import { readCharged } from '../read-charged.ts';

/** Takes a set end back. It expires, because the owner may have got used to the end meanwhile. */
export const resume: Kind<RequestOf<'resume'>> = {
  async perform({ keyBase, subscriptionId }, context) {
    const { db, payments } = requirePaying(context);
    const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    if (!charged) {
      return { outcome: { refusal: { code: 'subscription/not-ending' } } };
    }
    const reading = await nextReading(db);
    const after = await payments.keepGoing({ key: `${keyBase}-keep-${charged}`, id: charged });
    const read = { charged: after, reading };
    if (after.status === 'canceled') {
      return { outcome: { refusal: { code: 'subscription/canceled' } }, read };
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'subscription.resumed',
      apply: (tx) =>
        notifyResumed(
          tx,
          { subscriptionId, renewsAt: after.isPaused ? null : after.periodEnd },
          context,
        ),
      read,
    };
  },
  async wasDone({ subscriptionId }, context) {
    const found = await readCharged(subscriptionId, context);
    return found !== undefined && found.endsAt === null;
  },
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: false,
  expiresAfterMs: keyLifeMs,
  decides: false,
  usesCard: () => false,
};
