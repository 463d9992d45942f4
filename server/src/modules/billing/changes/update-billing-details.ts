import * as contract from '@hearth/contract';
import { isTimeZone } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { setTimeZone } from '../../subscriptions/index.ts';
import type { Kind, Settlement } from '../intents/kind.ts';
import { saga } from '../intents/operation.ts';
import { runOnce } from '../intents/run-once.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { BillingDetails } from '../port/payment-provider.ts';
import { codeOfTax, requirePaying } from '../port/require-payments.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import type { IntentOf, RequestOf } from '../records/intent.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { keptDetails, toBillingDetails } from './shared/payer-form.ts';

/** Replaces whom invoices are addressed to; optional details that are left out stay. */
export const updateBillingDetails = saga(contract.updateBillingDetails, async (input, context) => {
  const { subscriptionId, time_zone: timeZone, ...written } = input;
  refuseIf(context.view.subscription.status === 'canceled', 'subscription/canceled');
  refuseUnless(timeZone === undefined || isTimeZone(timeZone), 'billing/time-zone-unknown');
  const details = toBillingDetails(written, context.settings);

  await runOnce(
    {
      kind: 'update-details',
      input,
      subscriptionId,
      async begin(tx) {
        const { status } = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        refuseIf(status === 'canceled', 'subscription/canceled');
        const before = (await findBillingAccount(tx, subscriptionId))?.details;
        const kept = { ...keptDetails(before), ...details };
        return { subscriptionId, request: { kind: 'update-details', details: kept } };
      },
    },
    context,
  );
  if (timeZone !== undefined) {
    await setTimeZone(context.db, { id: subscriptionId, timeZone });
  }
  return {};
});

type DetailsIntent = IntentOf<'update-details'>;

/** Replaces the billing details, at the provider first, so that nothing is shown that it does not have. */
export const updateDetails: Kind<RequestOf<'update-details'>> = {
  async perform(intent, context) {
    const { subscriptionId, request } = intent;
    const { details } = request;
    const account = await findBillingAccount(context.db, subscriptionId);
    const customerId = account?.customerId;
    const stopped = account?.isTaxStopped ? account.providerSubscriptionId : null;
    const known = { customerId: customerId ?? '', before: account?.details ?? null, stopped };
    const refused =
      customerId && context.payments
        ? await updateCustomer(intent, known, requirePaying(context))
        : undefined;
    return (
      refused ?? {
        outcome: { result: { subscriptionId } },
        action: 'billing.details-updated',
        apply: (tx) =>
          writeBillingAccount(tx, subscriptionId, {
            details,
            ...(stopped && { isTaxStopped: false }),
          }),
      }
    );
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => false,
};

interface KnownCustomer {
  readonly customerId: string;
  /** Details before the change; null where there were none. */
  readonly before: BillingDetails | null;
  /** Subscription whose renewals are charged without tax; null where none is. */
  readonly stopped: string | null;
}

/** Changes the customer and then the tax id, which is an object of its own. A refusal leaves both as they were. */
async function updateCustomer(
  { keyBase, request }: DetailsIntent,
  { customerId, before, stopped }: KnownCustomer,
  { payments }: PayingContext,
): Promise<Settlement | undefined> {
  const { details } = request;
  const { taxId } = details;
  let isChanged = false;
  try {
    await payments.updateCustomer({ key: `${keyBase}-details`, customerId, details });
    isChanged = true;
    if (taxId !== undefined) {
      await payments.setTaxId({ key: `${keyBase}-tax-id`, customerId, taxId });
    }
    if (stopped) {
      await payments.resumeTaxes({ key: `${keyBase}-taxes-${stopped}`, id: stopped });
    }
    return undefined;
  } catch (error) {
    const code = codeOfTax(error);
    if (!code) {
      throw error;
    }
    if (isChanged) {
      await payments.updateCustomer({
        key: `${keyBase}-details-again`,
        customerId,
        details: before,
      });
    }
    return { outcome: { refusal: { code } } };
  }
}
