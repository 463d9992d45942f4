import type { ActivityAction, SubscriptionStatus } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import { type AuditDetails, recordAudit } from '../../audit/index.ts';
import { changeStatus, type Subscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { Card, Money } from '../port/payment-provider.ts';
import { hasCome, notifyStatus, type StatusChange } from './notify-status.ts';

/** Takes over the status that the provider decided, with all that follows from it. */
export async function followStatus(
  tx: Transaction,
  change: StatusChange,
  context: PayingContext,
): Promise<void> {
  const { subscription, now } = change;
  const at = context.clock.now();
  await changeStatus(tx, { id: subscription.id, status: now.status, at }, context);
  const action = actionOf(subscription.status, now.status);
  if (action) {
    const details = toDetails(action, change, at);
    await recordDecision(tx, { subscription, action, details }, context);
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

function toDetails(
  action: ActivityAction,
  change: StatusChange,
  at: Date,
): AuditDetails | undefined {
  const { endsAt } = change;
  if (action === 'subscription.canceled' && endsAt && hasCome(endsAt, at)) {
    return { ends_at: endsAt.toISOString() };
  }
  return action === 'subscription.past-due' ? toOwedDetails(change) : undefined;
}

/** The newest open invoice, and the card that did not pay it. */
function toOwedDetails({ subscription, invoices, card }: StatusChange): AuditDetails | undefined {
  const invoice = invoices.find(({ status, due }) => status === 'open' && due.amount > 0);
  return (
    invoice &&
    toPaymentDetails(subscription, { ...invoice, amount: invoice.due, card: card ?? null })
  );
}

interface RecordedPayment {
  readonly amount: Money;
  readonly number: string | null;
  readonly card: Pick<Card, 'brand' | 'last4'> | null;
}

/** The card is the present owner's, with whose account it is erased. */
export function toPaymentDetails(
  { ownerId }: Subscription,
  { amount, number, card }: RecordedPayment,
): AuditDetails {
  const named = card && { card: { brand: card.brand, last4: card.last4 } };
  return {
    payment: { amount, invoice_number: number, ...named },
    ...(card && { payerId: ownerId }),
  };
}

interface Decision {
  readonly subscription: Subscription;
  readonly action: ActivityAction;
  readonly details?: AuditDetails | undefined;
}

/** Records a decision of the provider, which has no actor here. */
export async function recordDecision(
  tx: Transaction,
  { subscription, action, details }: Decision,
  { clock }: PayingContext,
): Promise<void> {
  await recordAudit(tx, {
    action,
    actorId: null,
    subjectId: subscription.id,
    subscriptionId: subscription.id,
    at: clock.now(),
    origin: nowhere,
    details,
  });
}

const nowhere = { address: '', userAgent: '' };
