import { removeSubscription, setStatus } from '../../../subscriptions/index.ts';
import type { PayingContext, PerformContext } from '../../port/billing-services.ts';
import { CodeRefused, ProviderRefusal } from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { findBillingAccount, writeBillingAccount } from '../../records/billing-account-store.ts';
import { enqueueCustomerRemoval } from '../../records/billing-job-store.ts';
import { keepDeclinedCustomer } from '../../records/declined-customer-store.ts';
import type { IntentOf, IntentRefusal, Payer, RequestOf } from '../../records/intent.ts';
import { nextReading } from '../../records/reading-store.ts';
import { type Kind, keyLifeMs, type Settlement } from '../kind.ts';
import { restorePurchases } from '../link-customer.ts';
import { saveCardAndAddress } from '../save-card-and-address.ts';
import { giveUpStarted, hasStarted, startCharging } from '../start-charging.ts';

type CreateIntent = IntentOf<'create'>;

/** Takes the first payment of an `incomplete` project; a refusal removes the project. */
export const create: Kind<RequestOf<'create'>> = {
  async perform(intent, context) {
    const { payer } = intent.request;
    return payer ? await charge(intent, payer, requirePaying(context)) : activate(intent, context);
  },

  async wasDone(intent, context) {
    if (!intent.request.payer) {
      // A free project needs no payment and can always begin.
      return true;
    }
    const customerId = await findCustomer(intent, context);
    return customerId ? await hasStarted(intent, customerId, context) : false;
  },

  async undo(intent, refusal, context) {
    const customerId = (await findBillingAccount(context.db, intent.subscriptionId))?.customerId;
    const isGivenUp = !customerId || (await giveUpStarted(intent, customerId, context));
    return isGivenUp ? refuseCreation(intent, refusal, context) : undefined;
  },

  blocks: () => true,
  repeatable: false,
  expiresAfterMs: keyLifeMs,
  decides: true,
  usesCard: ({ payer }) => payer !== null,
};

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

function activate(intent: CreateIntent, { clock }: PerformContext): Settlement {
  const { subscriptionId: id } = intent;
  return {
    outcome: { result: { subscriptionId: id } },
    ...created(intent),
    apply: (tx) => setStatus(tx, { id, status: 'active', at: clock.now() }),
  };
}

const created = ({ request }: CreateIntent) => ({
  action: 'subscription.created' as const,
  details: { plan_id: { from: null, to: request.plan.id } },
});

async function charge(
  intent: CreateIntent,
  payer: Payer,
  context: PayingContext,
): Promise<Settlement> {
  const { id, subscriptionId, accountId, request } = intent;
  const { email } = request;
  const reading = await nextReading(context.db);
  const saved = {
    key: id,
    subscriptionId,
    email,
    payer,
    isDefault: true,
    reuseOf: accountId,
  };
  try {
    const { customerId } = await saveCardAndAddress(saved, context);
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
          details: payer.details,
        }),
      read: { charged: subscription, reading },
      started: subscription.id,
    };
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      const refusal = { code: 'billing/card-refused', detail: error.message } as const;
      return refuseCreation(intent, refusal, context);
    }
    if (error instanceof CodeRefused) {
      return refuseCreation(intent, { code: 'billing/code-invalid' }, context);
    }
    throw error;
  }
}

/** Removes the project, and keeps its customer for the account's next purchase. */
function refuseCreation(
  { subscriptionId, accountId }: CreateIntent,
  refusal: IntentRefusal,
  { clock }: PerformContext,
): Settlement {
  return {
    outcome: { refusal },
    async apply(tx) {
      const customerId = (await findBillingAccount(tx, subscriptionId))?.customerId;
      await removeSubscription(tx, subscriptionId);
      if (customerId) {
        const kept = { accountId, customerId, at: clock.now() };
        const replaced = await keepDeclinedCustomer(tx, kept);
        if (replaced !== undefined) {
          await enqueueCustomerRemoval(tx, replaced);
        }
      }
    },
  };
}
