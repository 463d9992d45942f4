import type { PayingContext } from '../../port/billing-services.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../port/payment-provider.ts';
import { arePrices } from '../../port/plan.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf } from '../../records/intent.ts';

type ChangeIntent = IntentOf<'change-plan'>;

/** A change that is older was interrupted. Within this time nobody undoes it at the provider. */
const firstTryMs = 60_000;

/** Invoices that are looked at, newest first. */
const newest = 20;

interface UndoneChange {
  /** The subscription as it is now. */
  readonly subscription: ProviderSubscription;
  /** Invoice that the change was paid with. */
  readonly invoiceId: string;
}

/**
 * Finds the running subscription where an interrupted change was made and an operator has given it other prices
 * since. The change's paid invoice tells that: asked again, the provider would charge a second time.
 */
export async function findUndoneChange(
  intent: ChangeIntent,
  { db, payments, clock }: PayingContext,
): Promise<UndoneChange | undefined> {
  const { subscriptionId, request, createdAt } = intent;
  if (clock.now().getTime() - createdAt.getTime() <= firstTryMs) {
    return undefined;
  }
  const chargedId = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  const charged = chargedId ? await payments.readSubscription(chargedId) : undefined;
  // Where it has ended, the invoice may be of a new one that the change has started.
  const isRunning = charged && charged.status !== 'canceled';
  if (!isRunning || arePrices(charged.priceIds, request.plan.priceIds)) {
    return undefined;
  }
  const invoices = await payments.listInvoices(charged.customerId, newest);
  const invoice = invoices.find((one) => isOfChange(one, intent, charged));
  return invoice && { subscription: charged, invoiceId: invoice.id };
}

/** Recognizes the change by the prices that it charged for and that are gone; one to a free plan has only credited. */
function isOfChange(
  { status, createdAt, priceIds, total }: ProviderInvoice,
  { request, createdAt: begunAt }: ChangeIntent,
  charged: ProviderSubscription,
): boolean {
  const { plan } = request;
  const gone = plan.priceIds.filter((id) => !charged.priceIds.includes(id));
  const isForPlan = plan.free
    ? priceIds.length === 0 && total.amount < 0
    : gone.length > 0 && gone.every((id) => priceIds.includes(id));
  return status === 'paid' && createdAt >= startOfSecond(begunAt) && isForPlan;
}

/** The provider's instants may be whole seconds. */
function startOfSecond(at: Date): Date {
  return new Date(at.getTime() - at.getMilliseconds());
}
