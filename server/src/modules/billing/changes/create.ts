import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import {
  changeStatus,
  findSubscription,
  foundSubscription,
  listMemberIds,
  removeMember,
  removeSubscription,
  requireFreeProject,
} from '../../subscriptions/index.ts';
import type { Begin } from '../intents/begin-intent.ts';
import { isAskedAnew, type Kind, keyLifeMs, type Settlement } from '../intents/kind.ts';
import { saga } from '../intents/operation.ts';
import { runOnce } from '../intents/run-once.ts';
import { isSameMoney } from '../port/amounts.ts';
import type { PayingContext, PerformContext } from '../port/billing-services.ts';
import {
  type BillingDetails,
  CardDeclined,
  CodeRefused,
  type Money,
} from '../port/payment-provider.ts';
import { type PromotionCode, withoutOptional } from '../port/provider-objects.ts';
import { requirePaying, requireRightAccount, requireSelling } from '../port/require-payments.ts';
import { choosePrice, priceAmount, requireChoosable, toTerms } from '../port/rules/plan.ts';
import { isTaxed, toBuyer } from '../port/taxes.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import { enqueueCustomerRemoval } from '../records/billing-job-store.ts';
import { keepDeclinedCustomer } from '../records/declined-customer-store.ts';
import type { IntentOf, IntentRefusal, RequestOf } from '../records/intent.ts';
import { nextReading } from '../records/reading-store.ts';
import { releaseTrial } from '../records/trial-store.ts';
import { ensureCustomer } from './shared/customer.ts';
import { computePurchaseCost, requireFirst } from './shared/first-payment.ts';
import { restorePurchases } from './shared/link-customer.ts';
import { requirePayer } from './shared/payer-form.ts';
import { saveCardAndAddress } from './shared/save-card-and-address.ts';
import { giveUpFirstPayment, hasStarted, startCharging } from './shared/start-charging.ts';
import { beginTrial, hasBegunTrial, noteTrialCard } from './shared/trial.ts';

interface Terms {
  /** Cost of the first period, with discount and tax. */
  readonly cost: Money;
  readonly promotion?: PromotionCode | undefined;
}

/** Creates a subscription; on a paid plan it begins with the first payment, or with a trial. */
export const createSubscription = saga(contract.createSubscription, async (input, context) => {
  const { caller, clock, settings } = context;
  const { promotionCode } = input;
  const plan = requireChoosable(settings, input.planId);
  const price = choosePrice(plan, input);
  refuseIf(plan.free && promotionCode !== undefined, 'billing/code-invalid');
  const { trial } = plan;
  const needsCard = !plan.free && (trial?.card !== false || input.billingInfo !== undefined);
  const payer = needsCard ? requirePayer({ plan, price }, input.billingInfo, context) : null;

  if (!plan.free) {
    requireSelling({ plan, price }, context);
    await requireRightAccount(context.payments);
  }

  const buyer = payer && isTaxed(settings, { plan }) ? toBuyer(payer.details) : undefined;
  const beginWith =
    ({ cost, promotion }: Terms): Begin =>
    async (tx) => {
      const { permissions } = settings;
      const code = 'subscription/too-many-free';
      await requireFreeProject(tx, { uid: caller.uid, planId: plan.id }, { settings, code });
      const founding = { ownerId: caller.uid, planId: plan.id, at: clock.now(), permissions };
      const { timeZone } = input;
      const { id } = await foundSubscription(
        tx,
        { ...founding, status: 'incomplete', timeZone },
        context,
      );
      await requireFirst(tx, { promotion, accountId: caller.uid, subscriptionId: id });
      const trialDays = plan.free
        ? undefined
        : await beginTrial(
            tx,
            {
              trial,
              promotion,
              subscriptionId: id,
              hasCard: payer !== null,
              isExpected: input.trial === true,
            },
            context,
          );
      requireShown(input, cost, trialDays !== undefined);
      const request = {
        kind: 'create',
        plan: toTerms({ plan, price }),
        email: caller.email,
        payer,
        ...(promotion && { discountId: promotion.id }),
        ...(trialDays !== undefined && { trialDays }),
        ...(buyer && { isTaxed: true as const }),
      } as const;
      return { subscriptionId: id, request };
    };

  /**
   * Looks the code up once: a repeated request gets the first answer, though the code may be used up by now. Refuses an
   * address for which no tax can be computed before there is a project.
   */
  async function prepare(): Promise<Begin> {
    const purchase = { plan, price, promotionCode, buyer };
    const { promotion, preview } = await computePurchaseCost(purchase, context);
    refuseIf(preview.parts.tax === null, 'billing/address-incomplete');
    return beginWith({ cost: preview.dueNow, promotion });
  }

  const isPlain = promotionCode === undefined && !buyer;
  const start = isPlain ? { begin: beginWith({ cost: priceAmount(price) }) } : { prepare };
  return await runOnce(
    {
      kind: 'create',
      input,
      ...start,
      async hasEnded(tx, id) {
        return (await findSubscription(tx, id))?.status === 'canceled';
      },
    },
    context,
  );
});

/** Refuses a purchase that charges another sum than was shown, now or when its trial ends. */
function requireShown(
  shown: Pick<contract.InputOf<typeof contract.createSubscription>, 'dueNow' | 'next'>,
  cost: Money,
  isTrial: boolean,
): void {
  const dueNow = isTrial ? { ...cost, amount: 0 } : cost;
  const isAsShown =
    (shown.dueNow === undefined || isSameMoney(shown.dueNow, dueNow)) &&
    (!isTrial || shown.next === undefined || isSameMoney(shown.next, cost));
  refuseUnless(isAsShown, 'billing/preview-outdated');
}

type CreateIntent = IntentOf<'create'>;

/** Takes the first payment of an `incomplete` project, or begins its trial; a refusal removes the project. */
export const create: Kind<RequestOf<'create'>> = {
  async perform(intent, context) {
    return isFree(intent)
      ? activate(intent, context)
      : await charge(intent, requirePaying(context));
  },

  async wasDone(intent, context) {
    if (isFree(intent)) {
      // A free project needs no payment and can always begin.
      return true;
    }
    const customerId = await findCustomer(intent, context);
    return customerId ? await hasStarted(intent, customerId, context) : false;
  },

  async undo(intent, refusal, context) {
    const customerId = (await findBillingAccount(context.db, intent.subscriptionId))?.customerId;
    const hasBegun = await hasBegunTrial(intent, context);
    const isGivenUp = !customerId || (await giveUpFirstPayment(intent, customerId, context));
    const settle = hasBegun ? refuseCreation : refuseUnbegun;
    return isGivenUp ? settle(intent, refusal, context) : undefined;
  },

  blocks: () => true,
  repeatable: false,
  expiresAfterMs: keyLifeMs,
  decides: true,
  usesCard: ({ payer }) => payer !== null,
};

/** A trial without a card has no payer either. */
function isFree({ request: { payer, trialDays } }: CreateIntent): boolean {
  return payer === null && trialDays === undefined;
}

/** Finds the project's customer, also one that a restored backup has lost. */
async function findCustomer(
  intent: CreateIntent,
  context: PayingContext,
): Promise<string | null | undefined> {
  const { subscriptionId } = intent;
  const kept = (await findBillingAccount(context.db, subscriptionId))?.customerId;
  if (kept || !(await restorePurchases(intent, context))) {
    return kept;
  }
  return (await findBillingAccount(context.db, subscriptionId))?.customerId;
}

function activate(intent: CreateIntent, context: PerformContext): Settlement {
  const { subscriptionId: id } = intent;
  return {
    outcome: { result: { subscriptionId: id } },
    ...created(intent),
    apply: (tx) => changeStatus(tx, { id, status: 'active', at: context.clock.now() }, context),
  };
}

const created = ({ request }: CreateIntent) => ({
  action: 'subscription.created' as const,
  details: { plan_id: { from: null, to: request.plan.id } },
});

async function charge(intent: CreateIntent, context: PayingContext): Promise<Settlement> {
  const { subscriptionId, request } = intent;
  const reading = await nextReading(context.db);
  try {
    const customerId = await prepareCustomer(intent, context);
    if (customerId === 'trial-used') {
      // Sent again, the request is a purchase without a trial.
      const refusal = { code: 'billing/trial-used' } as const;
      return { ...refuseCreation(intent, refusal, context), isPutOff: true };
    }
    const charged = await startCharging(intent, customerId, context);
    if (charged.outcome === 'declined') {
      const refusal = { code: 'billing/card-refused', detail: charged.message } as const;
      return refuseCreation(intent, refusal, context);
    }
    const { subscription } = charged;
    const secret =
      charged.outcome === 'authentication-needed' ? { clientSecret: charged.clientSecret } : {};
    return {
      outcome: { result: { subscriptionId, ...secret } },
      ...created(intent),
      apply: (tx) =>
        writeBillingAccount(tx, subscriptionId, {
          charged: { id: subscription.id, isPending: false },
          ...(request.payer && { details: request.payer.details }),
        }),
      read: { charged: subscription, reading },
      started: subscription.id,
    };
  } catch (error) {
    if (error instanceof CardDeclined) {
      const refusal = { code: 'billing/card-refused', detail: error.message } as const;
      return refuseUnbegun(intent, refusal, context);
    }
    if (error instanceof CodeRefused) {
      return refuseUnbegun(intent, { code: 'billing/code-invalid' }, context);
    }
    throw error;
  }
}

/** Saves the card of the purchase before a trial begins with it: nobody has two trials with one card. */
async function prepareCustomer(intent: CreateIntent, context: PayingContext): Promise<string> {
  const { keyBase, subscriptionId, accountId, request } = intent;
  const { email, payer, trialDays } = request;
  const known = isAskedAnew(intent, context) && (await findCustomer(intent, context));
  if (known && (await hasStarted(intent, known, context))) {
    return known;
  }
  if (!payer) {
    return await ensureCustomer({ subscriptionId, email, key: `${keyBase}-customer` }, context);
  }
  const saved = {
    key: keyBase,
    subscriptionId,
    email,
    payer: request.isTaxed ? { ...payer, details: withoutLeftovers(payer.details) } : payer,
    isDefault: true,
    reuseOf: accountId,
  };
  const { customerId, cardId } = await saveCardAndAddress(saved, context);
  const isFirst =
    trialDays === undefined || (await noteTrialCard({ subscriptionId, cardId }, context));
  return isFirst ? customerId : 'trial-used';
}

/** Refuses a purchase with which nothing began at the provider, so that its trial can still be had. */
function refuseUnbegun(
  intent: CreateIntent,
  refusal: IntentRefusal,
  context: PerformContext,
): Settlement {
  const { apply, ...settlement } = refuseCreation(intent, refusal, context);
  return {
    ...settlement,
    async apply(tx) {
      await releaseTrial(tx, intent.subscriptionId);
      await apply?.(tx);
    },
  };
}

/** A customer of an earlier, declined purchase may have what this one leaves out. */
function withoutLeftovers(details: BillingDetails): BillingDetails {
  return { ...withoutOptional, ...details };
}

/** Removes the project, and keeps its customer for the account's next purchase. */
function refuseCreation(
  { subscriptionId, accountId }: CreateIntent,
  refusal: IntentRefusal,
  context: PerformContext,
): Settlement {
  return {
    outcome: { refusal },
    async apply(tx) {
      const at = context.clock.now();
      const customerId = (await findBillingAccount(tx, subscriptionId))?.customerId;
      for (const uid of await listMemberIds(tx, subscriptionId)) {
        await removeMember(tx, { subscriptionId, accountId: uid, at }, context);
      }
      await removeSubscription(tx, subscriptionId);
      if (customerId) {
        const kept = { accountId, customerId, at };
        const replaced = await keepDeclinedCustomer(tx, kept);
        if (replaced !== undefined) {
          await enqueueCustomerRemoval(tx, replaced);
        }
      }
    },
  };
}
