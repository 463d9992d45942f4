import type { PayingContext } from '../../port/billing-services.ts';
import { type Charge, ProviderRejected } from '../../port/payment-provider.ts';
import { isSamePlan } from '../../port/price-item.ts';
import { PaymentReturned } from '../../port/provider-failure.ts';
import type { IntentOf } from '../../records/intent.ts';
import { hasReturnedMoney } from '../../records/returned-money-store.ts';

type ChangeIntent = IntentOf<'change-plan'>;

/**
 * Moves the running subscription to the plan's prices. A change that is resumed is refused where money of the
 * period was returned meanwhile, and done where the subscription has the prices and was ended since.
 */
export async function chargeNewPrices(
  intent: ChangeIntent,
  providerSubscriptionId: string,
  context: PayingContext,
): Promise<Charge> {
  const { keyBase, subscriptionId, request } = intent;
  const { plan, at } = request;
  const { db, payments } = context;
  if (
    (await hasReturnedMoney(db, { subscriptionId, at: new Date(at) })) &&
    !(await hasPrices(intent, providerSubscriptionId, context))
  ) {
    throw new PaymentReturned('Money of the present period was returned.');
  }
  try {
    return await payments.changePrices({
      key: `${keyBase}-prices`,
      providerSubscriptionId,
      items: plan.items,
      at: new Date(at),
      ...(request.byOperator && { keepsEnd: true }),
    });
  } catch (error) {
    const ended =
      error instanceof ProviderRejected
        ? await payments.readSubscription(providerSubscriptionId)
        : undefined;
    if (ended?.status !== 'canceled' || !isSamePlan(ended.items, plan.items)) {
      throw error;
    }
    return { outcome: 'paid', subscription: ended };
  }
}

/** Whether the subscription has the plan's prices, also where it was ended after it got them. */
export async function hasPrices(
  { request }: ChangeIntent,
  providerSubscriptionId: string,
  { payments }: PayingContext,
): Promise<boolean> {
  const charged = await payments.readSubscription(providerSubscriptionId);
  return isSamePlan(charged?.items, request.plan.items);
}
