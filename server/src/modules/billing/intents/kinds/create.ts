import {
  changeStatus,
  listMemberIds,
  removeMember,
  removeSubscription,
} from '../../../subscriptions/index.ts';
import type { PayingContext, PerformContext } from '../../port/billing-services.ts';
import { type BillingDetails, CodeRefused, ProviderRefusal } from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { findBillingAccount, writeBillingAccount } from '../../records/billing-account-store.ts';
import { enqueueCustomerRemoval } from '../../records/billing-job-store.ts';
import { keepDeclinedCustomer } from '../../records/declined-customer-store.ts';
import type { IntentOf, IntentRefusal, RequestOf } from '../../records/intent.ts';
import { nextReading } from '../../records/reading-store.ts';
import { releaseTrial } from '../../records/trial-store.ts';
import { ensureCustomer } from '../customer.ts';
import { type Kind, keyLifeMs, type Settlement } from '../kind.ts';
import { restorePurchases } from '../link-customer.ts';
import { saveCardAndAddress } from '../save-card-and-address.ts';
import { giveUpStarted, hasStarted, startCharging } from '../start-charging.ts';
import { hasBegunTrial, noteTrialCard } from '../trial-of-intent.ts';

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
    const isGivenUp = !customerId || (await giveUpStarted(intent, customerId, context));
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
      return { ...refuseCreation(intent, refusal, context), isDeferred: true };
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
    if (error instanceof ProviderRefusal) {
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
async function prepareCustomer(
  { keyBase, subscriptionId, accountId, request }: CreateIntent,
  context: PayingContext,
): Promise<string> {
  const { email, payer, trialDays } = request;
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
  return { purchaseOrder: '', taxId: null, ...details };
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
