import * as contract from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import { runOnce } from '../intents/run-once.ts';
import { lockOwned } from './shared/lock-owned.ts';
import { saga } from './shared/operation.ts';
import { toBillingDetails } from './shared/payer.ts';

/** Replaces name, phone and address of the payer. */
export const updateBillingDetails = saga(contract.updateBillingDetails, async (input, context) => {
  const { subscriptionId, ...written } = input;
  refuseIf(context.view.subscription.status === 'canceled', 'subscription/canceled');
  const details = toBillingDetails(written);

  await runOnce(
    {
      kind: 'update-details',
      input,
      subscriptionId,
      async begin(tx) {
        const { status } = await lockOwned(tx, subscriptionId, context.caller);
        refuseIf(status === 'canceled', 'subscription/canceled');
        return { subscriptionId, request: { kind: 'update-details', details } };
      },
    },
    context,
  );
  return {};
});
