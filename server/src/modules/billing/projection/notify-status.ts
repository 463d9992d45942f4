import type { Language } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import type { AboutMoney } from '../../mail/index.ts';
import { findSubscription, type Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { ProviderInvoice, ProviderSubscription } from '../port/payment-provider.ts';
import type { KeptCard } from '../records/billing-account-store.ts';
import type { Intent } from '../records/intent.ts';
import { notifyOwner } from './notify-owner.ts';
import { toOwedInvoice } from './owed-invoice.ts';

export interface StatusChange {
  /** State before the change. */
  readonly subscription: Subscription;
  readonly now: ProviderSubscription;
  /** Newest first. */
  readonly invoices: readonly ProviderInvoice[];
  readonly card: KeptCard | undefined;
  /** End that was set before; null where none was. */
  readonly endsAt: Date | null;
  /** End of the trial before; null outside of one. */
  readonly trialEnd: Date | null;
}

/** Mails the owner a status that the provider decided. */
export async function notifyStatus(
  tx: Transaction,
  change: StatusChange,
  context: PerformContext,
): Promise<void> {
  const { subscription, now } = change;
  const before = subscription.status;
  if (now.status === 'past_due' && before !== 'unpaid') {
    await notifyFailure(tx, change, context);
  }
  if (now.status === 'unpaid') {
    await notifyUnpaid(tx, change, context);
  }
  // A first payment that never succeeded was given up on screen, or silently.
  if (now.status === 'canceled' && before !== 'incomplete') {
    const canceledBy = findCause(change, context.clock.now());
    await notifyCancellation(tx, { subscription, canceledBy }, context);
  }
}

function findCause({ endsAt, trialEnd }: StatusChange, now: Date): Cancellation['canceledBy'] {
  if (endsAt && hasCome(endsAt, now)) {
    return 'ending';
  }
  // The provider ends a trial that has no card to charge.
  return trialEnd && hasCome(trialEnd, now) ? 'trial' : 'provider';
}

/** Whether a set end has come. Tolerates a provider's clock that is ahead of ours. */
export function hasCome(endsAt: Date, now: Date): boolean {
  return endsAt.getTime() <= now.getTime() + 5 * 60_000;
}

async function notifyFailure(
  tx: Transaction,
  { subscription, now, invoices, card }: StatusChange,
  context: PerformContext,
): Promise<void> {
  if (now.clientSecret !== null) {
    const kind = 'authentication-needed';
    // The bank asks to confirm this invoice only.
    const owed = now.latestInvoice?.due ?? null;
    const invoice = toOwedInvoice(owed, now.latestInvoice ? [now.latestInvoice] : [], context);
    const content = (about: AboutMoney, language: Language) =>
      ({ kind, ...about, owed, ...invoice(language) }) as const;
    await notifyOwner(tx, { subscription, page: '/billing', content }, context);
    return;
  }
  const more = {
    kind: 'payment-failed',
    owed: now.debt?.total ?? null,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    retryAt: now.debt?.retryAt?.toISOString() ?? null,
    isUncollectible: !now.debt && invoices[0]?.status === 'uncollectible',
  } as const;
  const invoice = toOwedInvoice(more.owed, invoices, context);
  const content = (about: AboutMoney, language: Language) => ({
    ...more,
    ...about,
    ...invoice(language),
  });
  const page = more.isUncollectible ? '/billing/payment-methods' : '/billing';
  await notifyOwner(tx, { subscription, page, content }, context);
}

async function notifyUnpaid(
  tx: Transaction,
  { subscription, now, invoices }: StatusChange,
  context: PerformContext,
): Promise<void> {
  const owed = now.debt?.total ?? null;
  const kind = 'subscription-unpaid';
  const invoice = toOwedInvoice(owed, invoices, context);
  const content = (about: AboutMoney, language: Language) =>
    ({ kind, ...about, owed, ...invoice(language) }) as const;
  await notifyOwner(tx, { subscription, page: '/billing', content }, context);
}

/** Mails the owner that it was canceled, before it is written. Giving up a first payment is answered on screen instead. */
export async function notifyOwnCancellation(
  tx: Transaction,
  { subscriptionId, request }: Pick<Intent, 'subscriptionId' | 'request'>,
  context: PerformContext,
): Promise<void> {
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription && subscription.status !== 'incomplete') {
    const canceledBy = request.byOperator ? 'operator' : 'owner';
    await notifyCancellation(tx, { subscription, canceledBy }, context);
  }
}

interface Cancellation {
  readonly subscription: Subscription;
  readonly canceledBy: 'owner' | 'operator' | 'provider' | 'ending' | 'trial';
}

async function notifyCancellation(
  tx: Transaction,
  { subscription, canceledBy }: Cancellation,
  context: PerformContext,
): Promise<void> {
  const kind = 'subscription-canceled';
  const content = (about: AboutMoney) => ({ kind, ...about, canceledBy }) as const;
  await notifyOwner(tx, { subscription, page: '/billing', content }, context);
}
