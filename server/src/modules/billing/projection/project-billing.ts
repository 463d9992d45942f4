import type { Transaction } from '../../../platform/transaction.ts';
import {
  findSubscription,
  lockSubscription,
  type Subscription,
  setPlan,
} from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type {
  Card,
  PaymentProvider,
  ProviderInvoice,
  ProviderSubscription,
} from '../port/payment-provider.ts';
import { planOfPrices } from '../port/plan.ts';
import {
  askForProjection,
  type BillingAccount,
  findBillingAccount,
  type KeptCard,
  nextReading,
  type Reading,
  writeBillingAccount,
  writeReading,
} from '../records/billing-account-store.ts';
import { hasDecidingIntent } from '../records/intent-store.ts';
import { writeInvoices } from '../records/invoice-store.ts';
import { followStatus, recordDecision } from './follow-status.ts';
import { tellPlanChange } from './tell-plan-change.ts';
import { tellReceipts } from './tell-receipts.ts';

type Context = PayingContext;

/** What the provider has for one subscription, read after `reading` was numbered. */
interface Snapshot {
  readonly reading: bigint;
  readonly current: ProviderSubscription | undefined;
  /** A first payment of a free subscription that waits. */
  readonly next: ProviderSubscription | undefined;
  readonly cards: readonly Card[];
  readonly invoices: readonly ProviderInvoice[];
}

/** Reads everything of the subscription at the provider and shows it here. */
export async function projectBilling(subscriptionId: string, context: Context): Promise<void> {
  const { db } = context;
  const reading = await nextReading(db);
  const account = await findBillingAccount(db, subscriptionId);
  if (!account?.customerId) {
    return;
  }
  const snapshot = await readProvider({ account, reading }, context.payments);
  if (isElsewhere({ account, snapshot })) {
    return;
  }
  await db.transaction().execute(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const subscription = await findSubscription(tx, subscriptionId);
    if (await isOutdated(tx, account)) {
      await askForProjection(tx, subscriptionId);
      return;
    }
    const isNewest = await writeReading(tx, subscriptionId, toReading(snapshot));
    if (subscription && isNewest) {
      const invoices = await writeInvoices(tx, subscriptionId, snapshot.invoices);
      const charged = chargedOf(snapshot);
      const plan = charged && planOfPrices(context.settings, charged.priceIds);
      const planId = plan?.id ?? subscription.planId;
      const card = defaultCardOf(snapshot);
      await tellReceipts(tx, { subscription, invoices, planId, card }, context);
      await follow(tx, { subscription, account, snapshot }, context);
    }
  });
}

function toReading(snapshot: Snapshot): Reading {
  const charged = chargedOf(snapshot);
  return {
    reading: snapshot.reading,
    card: toKeptCard(defaultCardOf(snapshot)),
    periodEnd: charged?.periodEnd ?? null,
    next: charged?.nextTotal ?? null,
    awaitsPerson: Boolean(snapshot.current?.clientSecret ?? snapshot.next?.clientSecret),
  };
}

/** Whose card it is and its id stay at the provider. */
function toKeptCard(card: Card | undefined): KeptCard | null {
  if (!card) {
    return null;
  }
  const { brand, last4, expMonth, expYear } = card;
  return { brand, last4, expMonth, expYear };
}

/** What is charged has changed since the provider was asked, so that something else was asked about. */
async function isOutdated(tx: Transaction, before: BillingAccount): Promise<boolean> {
  const now = await findBillingAccount(tx, before.subscriptionId);
  return (
    now !== undefined &&
    (now.providerSubscriptionId !== before.providerSubscriptionId ||
      now.nextProviderSubscriptionId !== before.nextProviderSubscriptionId)
  );
}

async function readProvider(
  { account, reading }: { readonly account: BillingAccount; readonly reading: bigint },
  payments: PaymentProvider,
): Promise<Snapshot> {
  const { providerSubscriptionId, nextProviderSubscriptionId } = account;
  const customerId = account.customerId ?? '';
  const [current, next, cards, invoices] = await Promise.all([
    providerSubscriptionId ? payments.readSubscription(providerSubscriptionId) : undefined,
    nextProviderSubscriptionId ? payments.readSubscription(nextProviderSubscriptionId) : undefined,
    payments.listCards(customerId),
    payments.listInvoices(customerId),
  ]);
  return { reading, current, next, cards, invoices };
}

/** Keys of another account find nothing of ours; that is no reason to end what people pay for. */
function isElsewhere({ account, snapshot }: Pick<Following, 'account' | 'snapshot'>): boolean {
  const { providerSubscriptionId, nextProviderSubscriptionId } = account;
  return (
    (providerSubscriptionId !== null && !snapshot.current) ||
    (nextProviderSubscriptionId !== null && !snapshot.next)
  );
}

interface Following {
  readonly subscription: Subscription;
  readonly account: BillingAccount;
  readonly snapshot: Snapshot;
}

/** Takes over what the provider decided: a payment that came through or did not, an end, a plan. */
async function follow(tx: Transaction, following: Following, context: Context): Promise<void> {
  const { subscription, snapshot } = following;
  if (subscription.status === 'canceled') {
    return;
  }
  const { next } = snapshot;
  if (next) {
    await followNext(tx, following, next);
  }
  const current = chargedOf(snapshot);
  // Half a change to the free plan looks like an end; whoever is at work on it decides.
  const isFollowed =
    current !== snapshot.current || !(await hasDecidingIntent(tx, subscription.id));
  if (!current || !isFollowed) {
    return;
  }
  const plan = planOfPrices(context.settings, current.priceIds);
  if (plan && plan.id !== subscription.planId && current.status !== 'canceled') {
    await setPlan(tx, { id: subscription.id, planId: plan.id, at: context.clock.now() });
    await recordDecision(tx, { subscription, action: 'subscription.plan-changed' }, context);
    const change = { subscription, planId: plan.id, charged: current, cost: null };
    await tellPlanChange(tx, change, context);
  }
  if (current.status !== subscription.status) {
    const { invoices } = snapshot;
    const card = defaultCardOf(snapshot);
    await followStatus(tx, { subscription, now: current, invoices, card }, context);
  }
}

function defaultCardOf({ cards }: Snapshot): Card | undefined {
  return cards.find(({ isDefault }) => isDefault);
}

/** What is charged from now on. */
function chargedOf({ current, next }: Snapshot): ProviderSubscription | undefined {
  return next && isThrough(next) ? next : current;
}

function isThrough({ status }: ProviderSubscription): boolean {
  return status === 'active' || status === 'past_due';
}

/** The first payment of a free subscription came through, or was given up. */
async function followNext(
  tx: Transaction,
  { subscription, account }: Following,
  next: ProviderSubscription,
): Promise<void> {
  if (isThrough(next)) {
    await writeBillingAccount(tx, subscription.id, {
      providerSubscriptionId: next.id,
      nextProviderSubscriptionId: null,
    });
  } else if (next.status === 'canceled' && account.nextProviderSubscriptionId === next.id) {
    await writeBillingAccount(tx, subscription.id, { nextProviderSubscriptionId: null });
  }
}
