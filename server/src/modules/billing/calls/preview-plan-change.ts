import * as contract from '@hearth/contract';
import { asRefusals, requirePaymentsFor } from '../port/require-payments.ts';
import { keepPreview } from '../records/plan-preview-store.ts';
import { saga } from './operation.ts';
import { reckonChange } from './reckon-change.ts';
import { requireChangeable } from './require-changeable.ts';

/** What a change would cost, kept so that it costs just that. */
export const previewPlanChange = saga(contract.previewPlanChange, async (input, context) => {
  const { db, view, clock, settings } = context;
  const { subscription } = view;
  const at = clock.now();
  const { planId } = input;
  const plan = await requireChangeable(db, { subscription, planId, settings, at });
  const paying = { ...context, payments: requirePaymentsFor(plan, context) };
  const subscriptionId = subscription.id;
  const reckoning = await asRefusals(() => reckonChange({ subscriptionId, plan, at }, paying));

  const { dueNow, credit, next, nextAt } = reckoning;
  const shownAt = reckoning.at;
  await keepPreview(db, {
    subscriptionId,
    planId,
    shownAt,
    dueNow: dueNow.amount,
    credit: credit.amount,
  });
  return { due_now: dueNow, credit, next, next_at: nextAt?.toISOString() ?? null };
});
