import type Stripe from 'stripe';
import { taxOfCharge } from '../../port/amounts.ts';
import type {
  ChangeForBuyer,
  ChangePreview,
  Charge,
  NewProviderSubscription,
  PaymentProvider,
  ProviderSubscription,
} from '../../port/payment-provider.ts';
import { trialLines } from '../../port/rules/cost-lines.ts';
import { toId } from './card.ts';
import type { Connection } from './connection.ts';
import { partsOf } from './invoice-parts.ts';
import { clearsEnd, itemChanges, readPlanned, toSeconds } from './prepare-change.ts';
import { oneTimeKey, retrieveSubscription, withPayment } from './read-subscription.ts';
import { isMissing } from './stripe-errors.ts';
import { endOf } from './subscription.ts';
import { nextBuyer, withTaxErrors } from './taxes.ts';
import { updateSubscription } from './update-subscription.ts';

/** Without a card at the end of the trial the subscription ends; Stripe would send an invoice that nobody pays. */
export function trialParams({
  trialDays,
}: Pick<NewProviderSubscription, 'trialDays'>): Partial<Stripe.SubscriptionCreateParams> {
  return trialDays === undefined
    ? {}
    : {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      };
}

/** Asks whether the card's bank wants its holder: Stripe begins the trial all the same, with a setup that waits. */
export async function toStartedTrial(
  connection: Connection,
  subscription: Stripe.Subscription,
): Promise<Charge> {
  const started = await withPayment(connection, subscription);
  const setupId = toId(subscription.pending_setup_intent);
  if (setupId === undefined || started.card === null) {
    return { outcome: 'paid', subscription: started };
  }
  const { status, client_secret } = await connection.stripe.setupIntents.retrieve(setupId);
  return status === 'requires_action' && client_secret !== null
    ? { outcome: 'authentication-needed', clientSecret: client_secret, subscription: started }
    : { outcome: 'paid', subscription: started };
}

/** Computes a change in the running trial, which costs nothing until the trial ends. */
export async function previewInTrial(
  connection: Connection,
  subscription: Stripe.Subscription,
  change: ChangeForBuyer & { readonly trialEnd: Date },
): Promise<ChangePreview> {
  const planned = await readPlanned(connection, subscription, change.items);
  const isKept = clearsEnd(subscription, planned, change);
  const endsAt = isKept ? null : endOf(subscription);
  const isLast = endsAt !== null && endsAt <= change.trialEnd;
  const { currency } = subscription;
  const none = { amount: 0, currency };
  const next = isLast
    ? { due: none, tax: 0 }
    : await firstCharge(connection, subscription, change, isKept);
  return {
    at: new Date(toSeconds(change.at) * 1_000),
    dueNow: none,
    credit: none,
    next: next.due,
    nextTax: next.tax,
    nextAt: isLast ? null : change.trialEnd,
    parts: { subtotal: 0, discount: 0, tax: 0, isTaxIncluded: false },
    lines: trialLines({ items: change.items, from: change.at, to: change.trialEnd }),
    endsAt,
  };
}

async function firstCharge(
  connection: Connection,
  subscription: Stripe.Subscription,
  { items, buyer }: ChangeForBuyer,
  isKept: boolean,
) {
  const ending = subscription.cancel_at_period_end
    ? { cancel_at_period_end: false as const }
    : { cancel_at: '' as const };
  const invoice = await withTaxErrors(() =>
    connection.stripe.invoices.createPreview(
      {
        subscription: subscription.id,
        subscription_details: {
          items: itemChanges(connection, subscription, items),
          proration_behavior: 'none',
          ...(isKept && ending),
        },
        ...nextBuyer(subscription, buyer),
      },
      oneTimeKey(),
    ),
  );
  const { amount_due: amount, total, currency } = invoice;
  return {
    due: { amount, currency },
    tax: taxOfCharge({ total, tax: partsOf(invoice).tax }, amount),
  };
}

/** Null for a card that is gone. */
export async function readCardFingerprint(
  { stripe }: Connection,
  cardId: string,
): Promise<string | null> {
  try {
    const { card } = await stripe.paymentMethods.retrieve(cardId);
    return card?.fingerprint ?? null;
  } catch (error) {
    if (isMissing(error)) {
      return null;
    }
    throw error;
  }
}

/** Nothing is charged or credited: a trial has no price. */
export async function moveTrialEnd(
  connection: Connection,
  { key, id, trialEnd }: Parameters<PaymentProvider['moveTrialEnd']>[0],
): Promise<ProviderSubscription> {
  const before = await retrieveSubscription(connection, id);
  if (before.status !== 'trialing') {
    return withPayment(connection, before);
  }
  const params = { trial_end: toSeconds(trialEnd), proration_behavior: 'none' } as const;
  return withPayment(connection, await updateSubscription(connection, { key, id, params }));
}
