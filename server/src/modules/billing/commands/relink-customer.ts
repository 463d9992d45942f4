import type { Transaction } from '../../../platform/transaction.ts';
import {
  findSubscription,
  lockSubscription,
  type Subscription,
} from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import {
  type ProviderAccount,
  type ProviderSubscription,
  ProviderUnknown,
} from '../port/payment-provider.ts';
import { projectBilling } from '../projection/project-billing.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import {
  claimCustomer,
  findBillingAccount,
  findOtherProject,
  writeBillingAccount,
} from '../records/billing-account-store.ts';
import { enqueueProjection } from '../records/billing-job-store.ts';
import { hasOpenIntent, lockOpenKinds } from '../records/intent-store.ts';
import { outdateReadings } from '../records/reading-store.ts';
import { getProjectId } from './get-project-id.ts';
import { CommandRefused, type Report, recordOperation } from './report.ts';
import { listDifferences, toRemaining } from './resync-billing.ts';

interface Link {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** Undefined where the customer has no subscription. */
  readonly chargedId?: string | undefined;
}

const intentOpen = 'A change of this project is open. Settle it first; "billing show" names it.';

/** Links the project to a customer and a subscription at the provider, then projects it. */
export async function relinkCustomer(
  { name, ...to }: Omit<Link, 'subscriptionId'> & { readonly name: string },
  context: PayingContext,
): Promise<Report> {
  const { db } = context;
  const subscriptionId = await getProjectId(name, context);
  const link = { ...to, subscriptionId };
  const subscription = await getRunningProject(subscriptionId, context);
  refuseWhere(await hasOpenIntent(db, subscriptionId), intentOpen);
  const before = await findBillingAccount(db, subscriptionId);
  await checkCustomer(link, context);
  const charged = await findCharged(link, context);
  const provider = await context.payments.readAccount();
  const wanted = { link, subscription, before, charged, provider };
  await db.transaction().execute((tx) => writeLink(tx, wanted, context));
  await projectBilling(subscriptionId, context, { withReturns: true });
  const differences = (await listDifferences(subscriptionId, context)) ?? [];
  const { customerId, chargedId = null } = link;
  return {
    lines: [
      `Before: ${toText(before?.customerId, before?.providerSubscriptionId)}.`,
      `Now: ${toText(customerId, chargedId)}.`,
      ...toRemaining(differences),
    ],
    isFine: differences.length === 0,
  };
}

async function getRunningProject(id: string, { db }: PayingContext): Promise<Subscription> {
  const subscription = await findSubscription(db, id);
  if (!subscription) {
    throw new CommandRefused('This project was removed.');
  }
  refuseWhere(subscription.status === 'canceled', 'This project is canceled.');
  return subscription;
}

async function checkCustomer(link: Link, { db, payments }: PayingContext): Promise<void> {
  const { customerId } = link;
  const customer = await readKnown(() => payments.readCustomer(customerId));
  refuseWhere(!customer, 'The payment provider has no such customer, or it was removed.');
  refuseOther(link, customer?.subscriptionId, 'customer');
  const other = await findOtherProject(db, link);
  refuseWhere(other, `The project ${other} has this customer or this subscription here.`);
}

/** Reads an object of the provider; undefined also for one that this account never had. */
async function readKnown<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProviderUnknown) {
      return undefined;
    }
    throw error;
  }
}

async function findCharged(
  link: Link,
  { payments }: PayingContext,
): Promise<ProviderSubscription | undefined> {
  const { customerId, chargedId } = link;
  if (chargedId === undefined) {
    const running = await payments.listSubscriptions(customerId);
    const ids = running.filter((one) => one.subscriptionId !== null).map(({ id }) => id);
    refuseWhere(ids.length > 0, `Name its subscription too: ${ids.join(' or ')}.`);
    return undefined;
  }
  const charged = await readKnown(() => payments.readSubscription(chargedId));
  if (!charged) {
    throw new CommandRefused('The payment provider has no such subscription.');
  }
  const { customerId: owner, status } = charged;
  refuseWhere(owner !== customerId, `The subscription belongs to the customer ${owner}.`);
  refuseOther(link, charged.subscriptionId, 'subscription');
  refuseWhere(status === 'canceled', 'The subscription has ended at the payment provider.');
  return charged;
}

function refuseOther(
  { subscriptionId }: Link,
  named: string | null | undefined,
  what: 'customer' | 'subscription',
): void {
  refuseWhere(
    named && named !== subscriptionId,
    `By its metadata at the payment provider the ${what} belongs to the project ${named}.`,
  );
}

interface Writing {
  readonly link: Link;
  readonly subscription: Subscription;
  /** Billing account that the command read; undefined where the project had none. */
  readonly before: BillingAccount | undefined;
  readonly charged: ProviderSubscription | undefined;
  readonly provider: ProviderAccount;
}

/** Writes the link, and outdates readings of the previous customer that are still running. */
async function writeLink(
  tx: Transaction,
  { link, subscription, before, charged, provider }: Writing,
  context: PayingContext,
): Promise<void> {
  const { subscriptionId, customerId } = link;
  await lockSubscription(tx, subscriptionId);
  refuseWhere((await lockOpenKinds(tx, subscriptionId)).length > 0, intentOpen);
  const now = await findBillingAccount(tx, subscriptionId);
  const isSame =
    now?.customerId === before?.customerId &&
    now?.providerSubscriptionId === before?.providerSubscriptionId;
  refuseWhere(!isSame, 'The project has changed meanwhile. Look at it again.');
  const own = before?.customerId ?? null;
  await claimCustomer(tx, { subscriptionId, before: own, customerId, provider });
  // An incomplete project shows a waiting payment by its own status.
  const isPending = charged?.status === 'incomplete' && subscription.status !== 'incomplete';
  const change = { charged: charged ? { id: charged.id, isPending } : null };
  await writeBillingAccount(tx, subscriptionId, change);
  await enqueueProjection(tx, subscriptionId, await outdateReadings(tx, subscriptionId));
  await recordOperation(tx, { subscriptionId, action: 'billing.relinked' }, context);
}

function toText(customerId: string | null | undefined, chargedId: string | null | undefined) {
  return `customer ${customerId ?? 'none'}, subscription ${chargedId ?? 'none'}`;
}

function refuseWhere(condition: unknown, sentence: string): void {
  if (condition) {
    throw new CommandRefused(sentence);
  }
}
