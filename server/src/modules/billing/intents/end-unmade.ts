import type { RefusalCode } from '@hearth/contract';
import type { PayingContext, PerformContext } from '../port/billing-services.ts';
import { type PaymentProvider, ProviderRejected } from '../port/payment-provider.ts';
import { requirePaying } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { Intent, IntentOf, IntentOutcome } from '../records/intent.ts';
import { isSettled } from './first-payment.ts';
import { takeBack } from './pay-with-card.ts';
import { refuseCreation } from './refuse-creation.ts';
import { endRefused } from './settle-intent.ts';

/** Stripe forgets keys after a day; asked later, it would do the same a second time. */
const keyLifeMs = 20 * 3_600_000;

type PayingIntent = IntentOf<'create' | 'change-plan'>;

/** What can no longer be asked again without doing it twice is over, if it was never done; undefined otherwise. */
export async function endForgotten(
  intent: Intent,
  context: PerformContext,
): Promise<IntentOutcome | undefined> {
  const age = context.clock.now().getTime() - intent.createdAt.getTime();
  return isPaying(intent) && age > keyLifeMs && !intent.request.plan.free
    ? await endUnmade(intent, 'billing/rejected', context)
    : undefined;
}

/** Ends what the provider has done nothing of; undefined where it has, and for what may not be left undone. */
export async function endUnmade(
  intent: Intent,
  code: RefusalCode,
  context: PerformContext,
): Promise<IntentOutcome | undefined> {
  const { kind } = intent.request;
  if (kind === 'cancel' || kind === 'forget-payer') {
    return undefined;
  }
  if (!isPaying(intent)) {
    return await endRefused(intent, code, context);
  }
  const paying = requirePaying(context);
  const { isMade, customerId } = await judge(intent, paying);
  if (isMade) {
    return undefined;
  }
  if (isCreation(intent)) {
    return await refuseCreation({ intent, refusal: { code }, customerId }, context);
  }
  if (customerId) {
    await takeBackPayer({ intent, customerId }, paying);
  }
  return await endRefused(intent, code, context);
}

/** Whether the provider has done what was asked, and nobody here has written it down. */
export async function isMade(intent: Intent, context: PayingContext): Promise<boolean> {
  return isPaying(intent) && (await judge(intent, context)).isMade;
}

interface Judgement {
  readonly isMade: boolean;
  readonly customerId: string | undefined;
}

async function judge(intent: PayingIntent, { db, payments }: PayingContext): Promise<Judgement> {
  const { subscriptionId } = intent;
  const account = await findBillingAccount(db, subscriptionId);
  const customerId = account?.customerId ?? (await payments.findCustomer(subscriptionId));
  const charged = account?.providerSubscriptionId;
  const hasMade =
    (customerId !== undefined && (await hasStarted(customerId, intent, payments))) ||
    (Boolean(charged) && (await hasPrices(charged ?? '', intent, payments)));
  return { isMade: hasMade, customerId };
}

interface Unmade {
  readonly intent: PayingIntent;
  readonly customerId: string;
}

/** What cannot be taken back is the operator's; nobody waits for it. */
async function takeBackPayer(
  { intent, customerId }: Unmade,
  { payments, log }: PayingContext,
): Promise<void> {
  const { payer } = intent.request;
  if (!payer) {
    return;
  }
  const { id: intentId } = intent;
  try {
    const cards = await payments.listCards(customerId);
    const cardId = cards.find(({ id }) => id === payer.cardId)?.id;
    await takeBack({ intentId, customerId, payer, cardId }, payments);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) {
      throw error;
    }
    log.error({ err: error, intent: intentId }, 'a new card or address is left at the provider');
  }
}

/** What waits for nobody is given up, if it can be. */
async function hasStarted(
  customerId: string,
  { id }: PayingIntent,
  payments: PaymentProvider,
): Promise<boolean> {
  const made = await payments.findSubscription(customerId, id);
  return (
    made !== undefined &&
    (isSettled(made) || !(await payments.giveUpSubscription({ key: `${id}-give-up`, id: made.id })))
  );
}

async function hasPrices(
  providerSubscriptionId: string,
  { request }: PayingIntent,
  payments: PaymentProvider,
): Promise<boolean> {
  const charged = await payments.readSubscription(providerSubscriptionId);
  const wanted = [...request.plan.priceIds].sort().join();
  return charged?.status !== 'canceled' && [...(charged?.priceIds ?? [])].sort().join() === wanted;
}

function isPaying(intent: Intent): intent is PayingIntent {
  const { kind } = intent.request;
  return kind === 'create' || kind === 'change-plan';
}

function isCreation(intent: PayingIntent): intent is IntentOf<'create'> {
  return intent.request.kind === 'create';
}
