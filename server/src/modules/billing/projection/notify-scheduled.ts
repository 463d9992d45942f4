import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { RequestOf } from '../records/intent.ts';
import { notifyOwner, planTitle } from './notify-owner.ts';

interface Scheduled {
  readonly subscriptionId: string;
  readonly request: RequestOf<'change-plan'>;
  /** ISO 8601. */
  readonly takesEffectAt: string;
}

/** Mails the owner who has scheduled a plan change when it takes effect. */
export async function notifyScheduled(
  tx: Transaction,
  { subscriptionId, request, takesEffectAt }: Scheduled,
  context: PerformContext,
): Promise<void> {
  const { id, free, frequency = null, currency } = request.plan;
  const { shown } = request;
  const next = shown?.nextAt ? { amount: shown.next, currency } : null;
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription) {
    await notifyOwner(
      tx,
      {
        subscription,
        page: '/billing',
        content: (about, language) => ({
          kind: 'plan-change-scheduled',
          ...about,
          plan: planTitle(id, language, context),
          frequency: free ? null : frequency,
          takesEffectAt,
          next,
        }),
      },
      context,
    );
  }
}

/** Mails the owner who has taken the change back which plan stays. */
export async function notifyUndone(
  tx: Transaction,
  { subscriptionId, planId }: { readonly subscriptionId: string; readonly planId: string },
  context: PerformContext,
): Promise<void> {
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription) {
    await notifyOwner(
      tx,
      {
        subscription,
        page: '/billing',
        content: (about, language) => ({
          kind: 'plan-change-undone',
          ...about,
          plan: planTitle(planId, language, context),
        }),
      },
      context,
    );
  }
}
