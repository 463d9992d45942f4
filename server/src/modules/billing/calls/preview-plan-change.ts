import * as contract from '@hearth/contract';
import { computeChange } from '../intents/compute-change.ts';
import { requireChangeable } from '../intents/require-changeable.ts';
import { asRefusals, requirePaymentsFor } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { saga } from './shared/operation.ts';
import { toPreviewedChange } from './shared/previewed-change.ts';
import { toPartsDocument } from './shared/wire-documents.ts';

const previewLifeMs = 10 * 60_000;

/** Computes the cost of a change and signs it, so that the change costs exactly that. */
export const previewPlanChange = saga(contract.previewPlanChange, async (input, context) => {
  const { db, view, clock, settings, planPreviews } = context;
  const { subscription } = view;
  const at = clock.now();
  const { planId } = input;
  const plan = await requireChangeable(db, { subscription, planId, settings, at });
  const subscriptionId = subscription.id;
  const account = await findBillingAccount(db, subscriptionId);
  const paying = { ...context, payments: requirePaymentsFor({ plan, account }, context) };
  const cost = await asRefusals(() => computeChange({ subscriptionId, plan, at }, paying));

  const { dueNow, credit, next, nextAt, endsAt } = cost;
  const preview = planPreviews.sign(toPreviewedChange({ subscription, plan, account }, context), {
    at: cost.at,
    dueNow,
    credit,
    expiresAt: new Date(at.getTime() + previewLifeMs),
  });
  const { discount, tax, tax_included } = toPartsDocument(cost.parts, dueNow.currency);
  return {
    due_now: dueNow,
    discount,
    tax,
    tax_included,
    credit,
    next,
    next_at: nextAt?.toISOString() ?? null,
    cancel_at: endsAt?.toISOString() ?? null,
    preview,
  };
});
