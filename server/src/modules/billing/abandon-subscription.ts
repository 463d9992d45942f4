import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { lockOwned } from './lock-owned.ts';
import { saga } from './operation.ts';
import { runOnce } from './run-once.ts';

/** Gives up a subscription whose first payment never came through. */
export const abandonSubscription = saga(contract.abandonSubscription, async (input, context) => {
  const { subscriptionId } = input;
  await runOnce(
    {
      kind: 'abandon',
      input,
      async begin(tx) {
        const { status } = await lockOwned(tx, subscriptionId, context.caller);
        refuseUnless(status === 'incomplete', 'billing/nothing-to-pay');
        return { subscriptionId, request: { kind: 'abandon' } };
      },
    },
    context,
  );
  return {};
});
