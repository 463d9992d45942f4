import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription, type Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { Money, ProviderInvoice, ProviderSubscription } from '../port/payment-provider.ts';
import type { KeptCard } from '../records/billing-account-store.ts';
import type { Intent } from '../records/intent.ts';
import { tellOwner } from './tell-owner.ts';

export interface StatusChange {
  /** As it was before. */
  readonly subscription: Subscription;
  readonly now: ProviderSubscription;
  /** Newest first. */
  readonly invoices: readonly ProviderInvoice[];
  readonly card: KeptCard | undefined;
  /** When it was to end by itself; null where it was to go on. */
  readonly endsAt: Date | null;
}

/** What the owner has to know of a status that the provider decided. */
export async function tellStatus(
  tx: Transaction,
  change: StatusChange,
  context: PerformContext,
): Promise<void> {
  const { subscription, now } = change;
  const before = subscription.status;
  if (now.status === 'past_due' && before !== 'unpaid') {
    await tellFailure(tx, change, context);
  }
  if (now.status === 'unpaid') {
    await tellClosed(tx, change, context);
  }
  // Of a first payment that never came through nobody expects a word.
  if (now.status === 'canceled' && before !== 'incomplete') {
    const isSet = change.endsAt !== null && change.endsAt <= soon(context.clock.now());
    await tellCancellation(
      tx,
      { subscription, canceledBy: isSet ? 'ending' : 'provider' },
      context,
    );
  }
}

/** The provider's clock may be ahead of ours. */
const soon = (now: Date) => new Date(now.getTime() + 5 * 60_000);

async function tellFailure(
  tx: Transaction,
  { subscription, now, invoices, card }: StatusChange,
  context: PerformContext,
): Promise<void> {
  const [invoice] = listOwed(invoices);
  if (now.clientSecret !== null) {
    const kind = 'authentication-needed';
    // The bank asks about this one alone.
    const owed = invoice?.due ?? null;
    const content = (about: About) => ({ kind, ...about, owed }) as const;
    await tellOwner(tx, { subscription, page: '/billing', content }, context);
    return;
  }
  const more = {
    kind: 'payment-failed',
    owed: sumOwed(invoices),
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    retryAt: invoice?.retryAt?.toISOString() ?? null,
    isUncollectible: !invoice && invoices[0]?.status === 'uncollectible',
  } as const;
  const content = (about: About) => ({ ...more, ...about });
  await tellOwner(tx, { subscription, page: '/billing/payment-methods', content }, context);
}

async function tellClosed(
  tx: Transaction,
  { subscription, invoices }: StatusChange,
  context: PerformContext,
): Promise<void> {
  const owed = sumOwed(invoices);
  const kind = 'subscription-unpaid';
  const content = (about: About) => ({ kind, ...about, owed }) as const;
  await tellOwner(tx, { subscription, page: '/billing/payment-methods', content }, context);
}

/** For who has canceled, before it is written; giving a first payment up is answered on screen. */
export async function tellOwnCancellation(
  tx: Transaction,
  { subscriptionId }: Pick<Intent, 'subscriptionId'>,
  context: PerformContext,
): Promise<void> {
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription && subscription.status !== 'incomplete') {
    await tellCancellation(tx, { subscription, canceledBy: 'owner' }, context);
  }
}

interface Cancellation {
  readonly subscription: Subscription;
  readonly canceledBy: 'owner' | 'provider' | 'ending';
}

async function tellCancellation(
  tx: Transaction,
  { subscription, canceledBy }: Cancellation,
  context: PerformContext,
): Promise<void> {
  const kind = 'subscription-canceled';
  const content = (about: About) => ({ kind, ...about, canceledBy }) as const;
  await tellOwner(tx, { subscription, page: '/billing', content }, context);
}

type About = Parameters<Parameters<typeof tellOwner>[1]['content']>[0];

function listOwed(invoices: readonly ProviderInvoice[]): readonly ProviderInvoice[] {
  return invoices.filter(({ status, due }) => status === 'open' && due.amount > 0);
}

/** What the next card is charged: all that is open. A customer has one currency. */
function sumOwed(invoices: readonly ProviderInvoice[]): Money | null {
  const owed = listOwed(invoices);
  const [newest] = owed;
  const amount = owed.reduce((sum, { due }) => sum + due.amount, 0);
  return newest ? { amount, currency: newest.due.currency } : null;
}
