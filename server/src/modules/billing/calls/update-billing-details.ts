import * as contract from '@hearth/contract';
import { isTimeZone } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { setTimeZone } from '../../subscriptions/index.ts';
import { runOnce } from '../intents/run-once.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { saga } from './shared/operation.ts';
import { keptDetails, toBillingDetails } from './shared/payer.ts';

/** Replaces name, phone and address of the payer. */
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
