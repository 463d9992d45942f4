import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import { change, findPlan, foundSubscription } from '../subscriptions/index.ts';

/** Creates a subscription on a free plan; the caller becomes its owner. */
export const createSubscription = change(contract.createSubscription, async (input, context) => {
  const { tx, caller, clock, settings, client } = context;
  const plan = findPlan(settings, input.planId);
  refuseUnless(plan, 'plan/unknown');
  refuseIf(plan.legacy, 'plan/legacy');
  refuseUnless(plan.free, 'plan/paid-not-available');

  const at = clock.now();
  const subscription = await foundSubscription(tx, {
    ownerId: caller.uid,
    planId: plan.id,
    at,
    permissions: settings.permissions,
  });
  await recordAudit(tx, {
    action: 'subscription.created',
    actorId: caller.uid,
    subjectId: subscription.id,
    subscriptionId: subscription.id,
    at,
    origin: client,
  });
  return { subscriptionId: subscription.id };
});
