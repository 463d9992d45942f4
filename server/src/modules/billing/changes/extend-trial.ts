import { refuse, refuseIf } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import { type Kind, ofSetting } from '../intents/kind.ts';
import type { BillingServices } from '../port/billing-services.ts';
import type { Money } from '../port/payment-provider.ts';
import { requirePaying } from '../port/require-payments.ts';
import { costOf } from '../port/rules/monthly.ts';
import { pricedPlanOf } from '../port/rules/plan.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { RequestOf } from '../records/intent.ts';
import { findDiscountOfTrial } from '../records/intent-history-store.ts';
import { nextReading } from '../records/reading-store.ts';
import { readCharged } from './shared/read-charged.ts';

const dayMs = 24 * 3_600_000;

interface LongerTrial {
  readonly request: RequestOf<'extend-trial'>;
  /** Price of so many days; undefined if none is known. */
  readonly worth: Money | undefined;
}

/** The change that has the running trial end that many days later. Only operators make it. */
export async function toLongerTrial(
  tx: Transaction,
  { id, status }: Subscription,
  days: number,
  { settings }: Pick<BillingServices, 'settings'>,
): Promise<LongerTrial> {
  refuseIf(status === 'canceled', 'subscription/canceled');
  const { trialEnd, price, items } = (await findBillingAccount(tx, id)) ?? {};
  const frequency = pricedPlanOf(settings, items)?.price.frequency ?? 'month';
  const until = new Date((trialEnd ?? refuse('operator/not-in-trial')).getTime() + days * dayMs);
  const discountId = await findDiscountOfTrial(tx, id);
  return {
    request: {
      kind: 'extend-trial',
      until: until.toISOString(),
      ...(discountId !== undefined && { discountId }),
    },
    worth: price ? costOf(price, frequency, (days * 12) / 365) : undefined,
  };
}

/** Moves the end of the trial. The reading that shows it mails the owner. */
export const extendTrial: Kind<RequestOf<'extend-trial'>> = {
  async perform({ keyBase, subscriptionId, request }, context) {
    const { db, payments } = requirePaying(context);
    const id = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    if (!id) {
      return { outcome: { refusal: { code: 'operator/not-in-trial' } } };
    }
    const reading = await nextReading(db);
    const trialEnd = new Date(request.until);
    const after = await payments.moveTrialEnd({ key: `${keyBase}-trial`, id, trialEnd });
    const read = { charged: after, reading };
    if (after.trialEnd?.getTime() !== trialEnd.getTime()) {
      return { outcome: { refusal: { code: 'operator/not-in-trial' } }, read };
    }
    if (request.discountId !== undefined) {
      const { discountId } = request;
      await payments.keepDiscount({ key: `${keyBase}-discount`, id, discountId });
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'subscription.trial-extended',
      details: { trial_ends_at: request.until },
      read,
    };
  },
  async wasDone({ subscriptionId, request }, context) {
    const found = await readCharged(subscriptionId, context);
    return found?.trialEnd?.getTime() === Date.parse(request.until);
  },
  ...ofSetting,
};
