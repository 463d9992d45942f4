import type { ActivityAction, SubscriptionStatus } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Subscription, setStatus } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { notifyStatus, type StatusChange } from './notify-status.ts';

/** Takes over the status that the provider decided, with all that follows from it. */
export async function followStatus(
  tx: Transaction,
  change: StatusChange,
  context: PayingContext,
): Promise<void> {
  const { subscription, now } = change;
  const at = context.clock.now();
  await setStatus(tx, { id: subscription.id, status: now.status, at });
  const action = actionOf(subscription.status, now.status);
  if (action) {
    await recordDecision(tx, { subscription, action }, context);
  }
  if (now.status === 'canceled') {
    const cancellation = { subscriptionId: subscription.id, actorId: null, at, origin: nowhere };
    await context.subscriptionHooks.onCanceled(tx, cancellation);
  }
  await notifyStatus(tx, change, context);
}

function actionOf(
  before: SubscriptionStatus,
  after: SubscriptionStatus,
): ActivityAction | undefined {
  switch (after) {
    case 'canceled':
      return 'subscription.canceled';
    case 'past_due':
      return 'subscription.past-due';
    case 'unpaid':
      return 'subscription.unpaid';
    case 'active':
      return before === 'incomplete' ? undefined : 'subscription.recovered';
    case 'incomplete':
      return undefined;
  }
}

interface Decision {
  readonly subscription: Subscription;
  readonly action: ActivityAction;
}

/** Records a decision of the provider, which has no actor here. */
export async function recordDecision(
  tx: Transaction,
  { subscription, action }: Decision,
  { clock }: PayingContext,
): Promise<void> {
  await recordAudit(tx, {
    action,
    actorId: null,
    subjectId: subscription.id,
    subscriptionId: subscription.id,
    at: clock.now(),
    origin: nowhere,
  });
}

const nowhere = { address: '', userAgent: '' };
