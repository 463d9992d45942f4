import * as contract from '@hearth/contract';
import { findSubscription, foundSubscription } from '../../subscriptions/index.ts';
import { runOnce } from '../intents/run-once.ts';
import { choosePrice, requireChoosable, toTerms } from '../port/plan.ts';
import { requireRightAccount } from '../port/require-payments.ts';
import { saga } from './shared/operation.ts';
import { requirePayer } from './shared/payer.ts';

/** Creates a subscription; on a paid plan it begins with the first payment. */
export const createSubscription = saga(contract.createSubscription, async (input, context) => {
  const { caller, clock, settings } = context;
  const plan = requireChoosable(settings, input.planId);
  const price = choosePrice(plan, input);
  const payer = plan.free ? null : requirePayer({ plan, price }, input.billingInfo, context);

  if (payer) {
    await requireRightAccount(context.payments);
  }
  return await runOnce(
    {
      kind: 'create',
      input,
      async begin(tx) {
        const { id } = await foundSubscription(tx, {
          ownerId: caller.uid,
          planId: plan.id,
          at: clock.now(),
          permissions: settings.permissions,
          status: 'incomplete',
        });
        const terms = toTerms({ plan, price });
        const request = { kind: 'create', plan: terms, email: caller.email, payer } as const;
        return { subscriptionId: id, request };
      },
      async hasEnded(tx, id) {
        return (await findSubscription(tx, id))?.status === 'canceled';
      },
    },
    context,
  );
});
