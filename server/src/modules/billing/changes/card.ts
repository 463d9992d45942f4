import * as contract from '@hearth/contract';
import { randomId } from '../../../platform/ids.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { findPlan, findSubscription } from '../../subscriptions/index.ts';
import { type AdmitContext, admitCard } from '../intents/admit-card.ts';
import type { RunOnceContext } from '../intents/begin-intent.ts';
import type { Kind } from '../intents/kind.ts';
import { sameSetupBucket, setupBuckets } from '../intents/limits.ts';
import { saga } from '../intents/operation.ts';
import { isTransferPending, resumeTransfer } from '../intents/resume-before-change.ts';
import { runOnce } from '../intents/run-once.ts';
import type { PayingContext, PerformContext } from '../port/billing-services.ts';
import type { ProviderSubscription } from '../port/payment-provider.ts';
import { asRefusals, requirePaying, requirePayments } from '../port/require-payments.ts';
import { owes, requireShown } from '../port/rules/debt.ts';
import { isGivenPlan } from '../port/rules/given-plan.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { IntentOf, IntentRequest, RequestOf } from '../records/intent.ts';
import { listOpenKinds } from '../records/intent-store.ts';
import { ensureCustomer } from './shared/customer.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { findOwnCards, requireOwnCard, toChangedCard } from './shared/own-cards.ts';
import { readCharged } from './shared/read-charged.ts';

/** Lets the browser add a card at the provider. */
export const createSetupIntent = saga(
  contract.createSetupIntent,
  async ({ subscriptionId }, context) => {
    const { db, view, caller, client } = context;
    const payments = requirePayments(context.payments);
    refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
    await resumeTransfer(subscriptionId, context);
    refuseIf(await isTransferPending(db, subscriptionId), 'billing/under-way');
    // The first payment creates the customer; a second customer must not be created meanwhile.
    const open = await listOpenKinds(db, subscriptionId);
    refuseIf(open.includes('create'), 'billing/under-way');

    await context.transaction((tx) => admitForm(tx, subscriptionId, context));
    const { email } = caller;
    // Taxes of a purchase with this card need the address that was saved before it.
    const details = (await findBillingAccount(db, subscriptionId))?.details;
    // A key of its own: for a repeated one the provider would answer the orphan of an earlier try, while it is removed.
    const key = `${subscriptionId}-customer-${randomId(16)}`;
    const clientSecret = await asRefusals(async () => {
      const customerId = await ensureCustomer(
        { subscriptionId, email, details, key },
        { db, payments },
      );
      // Without the client's key, each request gets a new one: a form that is opened twice may add two cards.
      const requestKey = client.idempotencyKey ?? randomId(16);
      const setupKey = `${subscriptionId}-setup-${customerId}-${requestKey}`;
      return await payments.createSetup({ key: setupKey, customerId });
    });
    // A transfer invalidates open forms, so a former owner must not get a new one.
    await context.transaction((tx) => lockOwnedSubscription(tx, subscriptionId, caller));
    return { clientSecret };
  },
);

/** Refuses a form where the person may try no card now. The card is typed at the provider. */
async function admitForm(
  tx: Transaction,
  subscriptionId: string,
  context: AdmitContext,
): Promise<void> {
  const { limits, caller, client } = context;
  await limits.giveBack(tx, await admitCard(tx, subscriptionId, context));
  const { idempotencyKey } = client;
  const isRepeated =
    idempotencyKey !== undefined &&
    !(await limits.take(tx, [sameSetupBucket(subscriptionId, idempotencyKey)]));
  const isFew = isRepeated || (await limits.take(tx, setupBuckets(caller.uid, client.address)));
  refuseUnless(isFew, 'billing/too-many-attempts');
}

/** Makes a card the default, and immediately charges it what is owed. */
export const setDefaultPaymentMethod = saga(
  contract.setDefaultPaymentMethod,
  async (input, context) => {
    await changeCard('set-default', input, context);
    return {};
  },
);

/** Removes a card; the last one of a paid subscription stays. */
export const deletePaymentMethod = saga(contract.deletePaymentMethod, async (input, context) => {
  await changeCard('remove-card', input, context);
  return {};
});

type CardInput = contract.InputOf<typeof contract.deletePaymentMethod> &
  Pick<contract.InputOf<typeof contract.setDefaultPaymentMethod>, 'dueNow'>;
type CardKind = Extract<IntentRequest, { cardId: string }>['kind'];

/** Changes one card of a running subscription, by an intent. */
async function changeCard(
  kind: CardKind,
  input: CardInput,
  context: RunOnceContext & { readonly view: { readonly subscription: { status: string } } },
): Promise<void> {
  const { subscriptionId, paymentMethodId: cardId, dueNow: shown } = input;
  const { db, view, caller } = context;
  // Nothing charges the cards of an ended project, so that they can go.
  const isOff = (status: string) => status === 'canceled' && kind !== 'remove-card';
  refuseIf(isOff(view.subscription.status), 'subscription/canceled');
  const payments = requirePayments(context.payments);

  await runOnce(
    {
      kind,
      input,
      subscriptionId,
      async prepare() {
        await asRefusals(() => requireOwnCard({ subscriptionId, cardId }, { db, payments }));
        return async (tx) => {
          const { status } = await lockOwnedSubscription(tx, subscriptionId, caller);
          refuseIf(isOff(status), 'subscription/canceled');
          return { subscriptionId, request: { kind, cardId, ...(shown && { shown }) } };
        };
      },
    },
    context,
  );
}

/** Makes a card the default, and immediately charges it what is owed; does neither where that is not the shown sum. */
export const setDefault: Kind<RequestOf<'set-default'>> = {
  async perform(intent, context) {
    const { keyBase, subscriptionId, accountId, request } = intent;
    const { cardId, shown } = request;
    const paying = requirePaying(context);
    const charged = await readCharged(subscriptionId, paying);
    requireShown(shown, charged?.debt ?? null);
    const own = await findOwnCards(subscriptionId, paying);
    const card = own?.cards.find((one) => one.id === cardId);
    if (!own || !card) {
      return { outcome: { refusal: { code: 'billing/foreign-card' } } };
    }
    const { customerId } = own;
    await paying.payments.setDefaultCard({ key: `${keyBase}-default`, customerId, cardId });
    const isPaid = await payOwed(intent, charged, paying);
    return {
      outcome: { result: { subscriptionId, ...(!isPaid && { declined: true }) } },
      action: 'billing.default-card-changed',
      details: {
        ...toChangedCard(
          own.cards.find((one) => one.isDefault),
          card,
        ),
        payerId: accountId,
      },
    };
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => true,
};

/** False after a decline, which changes neither the status nor the choice of the card. */
async function payOwed(
  { keyBase, request: { shown } }: IntentOf<'set-default'>,
  charged: ProviderSubscription | undefined,
  { payments }: PayingContext,
): Promise<boolean> {
  const charge =
    charged && owes(charged)
      ? await payments.payOpenInvoice({
          key: `${keyBase}-pay-${charged.id}`,
          id: charged.id,
          shown,
        })
      : undefined;
  return charge?.outcome !== 'declined';
}

/** Removes a card, but not the last one of a subscription that renews at a price. */
export const removeCard: Kind<RequestOf<'remove-card'>> = {
  async perform(intent, context) {
    const { keyBase, subscriptionId, accountId, request } = intent;
    const { cardId } = request;
    const paying = requirePaying(context);
    const own = await findOwnCards(subscriptionId, paying);
    const card = own?.cards.find((one) => one.id === cardId);
    // A card that is gone already was removed by this intent before a crash.
    if (own && card) {
      const replacement = own.cards.find((one) => one.id !== cardId);
      if (!replacement && (await renewsAtPrice(intent, context))) {
        return { outcome: { refusal: { code: 'billing/last-card' } } };
      }
      if (card.isDefault && replacement) {
        const { customerId } = own;
        await paying.payments.setDefaultCard({
          key: `${keyBase}-heir-${replacement.id}`,
          customerId,
          cardId: replacement.id,
        });
      }
      await paying.payments.detachCard({ key: `${keyBase}-detach`, cardId });
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'billing.card-removed',
      details: card && { ...toChangedCard(card, undefined), payerId: accountId },
    };
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => false,
};

async function renewsAtPrice(
  { subscriptionId }: IntentOf<'remove-card'>,
  { db, settings }: PerformContext,
): Promise<boolean> {
  const account = await findBillingAccount(db, subscriptionId);
  const subscription = await findSubscription(db, subscriptionId);
  const plan = subscription && findPlan(settings, subscription.planId);
  const isOver = subscription?.status === 'canceled';
  const isCharged =
    account?.providerSubscriptionId != null &&
    !account.isPending &&
    !isGivenPlan(account, settings);
  return isCharged && !isOver && plan?.free !== true;
}
