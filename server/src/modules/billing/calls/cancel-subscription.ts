import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { runOnce } from '../intents/run-once.ts';
import { lockOwned } from './shared/lock-owned.ts';
import { saga } from './shared/operation.ts';
import { requireReach } from './shared/require-reach.ts';

/** Ends the subscription immediately and permanently. */
export const cancelSubscription = saga(contract.cancelSubscription, async (input, context) => {
  const { subscriptionId, confirmationId } = input;
  refuseUnless(confirmationId === subscriptionId, 'billing/wrong-confirmation');

  await runOnce(
    {
      kind: 'cancel',
      input,
      subscriptionId,
      async begin(tx) {
        const { status } = await lockOwned(tx, subscriptionId, context.caller);
        refuseIf(status === 'canceled', 'subscription/canceled');
        await requireReach(tx, subscriptionId, context);
        return { subscriptionId, request: { kind: 'cancel' } };
      },
    },
    context,
  );
  return {};
});
