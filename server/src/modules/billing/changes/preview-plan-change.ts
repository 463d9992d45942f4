import * as contract from '@hearth/contract';
import { saga } from '../intents/operation.ts';
import type { ChangePreview } from '../port/payment-provider.ts';
import { asRefusals, requirePaymentsFor } from '../port/require-payments.ts';
import { toLineDocuments } from '../port/rules/cost-lines.ts';
import type { PricedPlan } from '../port/rules/plan.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { decide, toPreviewedChange } from './change-plan.ts';
import { computeTimedChange, type FirstPayment } from './shared/compute-change.ts';
import { readPlanScene } from './shared/decide-plan-change.ts';
import { findFirstPayment } from './shared/first-payment.ts';
import { toTypedBuyer } from './shared/payer-form.ts';
import { toPartsDocument, toPromotion } from './shared/wire-documents.ts';

const previewLifeMs = 10 * 60_000;

/** Computes the cost of a change and signs it, so that the change costs exactly that. */
export const previewPlanChange = saga(contract.previewPlanChange, async (input, context) => {
  const { db, view, clock, settings, planPreviews } = context;
  const { subscription } = view;
  const at = clock.now();
  const { address, tax_id, tax_id_type, promotionCode } = input;
  const scene = await readPlanScene(db, { subscription, at });
  const { when, ...priced } = await decide(scene, { input, at }, context);
  const { account } = scene;
  const paying = { ...context, payments: requirePaymentsFor({ ...priced, account }, context) };
  const before = account?.details;
  const buyer = address && toTypedBuyer({ address, taxId: { tax_id, tax_id_type }, before });
  const first = await findFirstPayment({ ...priced, account, promotionCode }, paying);
  const timed = { account, ...priced, at, when, buyer, first };
  const cost = await asRefusals(() => computeTimedChange(timed, paying));

  const { dueNow, credit, next, nextAt, nextTax, endsAt, takesEffectAt } = cost;
  const { currency } = dueNow;
  const change = toPreviewedChange({ subscription, ...priced, account }, context);
  const preview = planPreviews.sign(change, {
    at: cost.at,
    dueNow,
    credit,
    ...(takesEffectAt && { takesEffectAt }),
    ...(first?.trialDays !== undefined && { afterTrial: next }),
    expiresAt: new Date(at.getTime() + previewLifeMs),
  });
  const { discount, tax, tax_included } = toPartsDocument(cost.parts, currency);
  return {
    due_now: dueNow,
    lines: toLineDocuments(cost.lines, currency, settings),
    discount,
    tax,
    tax_included,
    ...(cost.parts.isReverseCharge && { reverse_charge: true }),
    credit,
    next,
    ...(nextTax !== undefined && {
      next_tax: nextTax === null ? null : { amount: nextTax, currency },
    }),
    next_at: nextAt?.toISOString() ?? null,
    when,
    at: (takesEffectAt ?? cost.at).toISOString(),
    cancel_at: endsAt?.toISOString() ?? null,
    ...toRunningTrial({ plan: priced.plan, account, first, at }),
    ...(first && toFirstDocument(first, { ...cost, plan: priced.plan, settings })),
    preview,
  };
});

interface RunningTrial extends Pick<PricedPlan, 'plan'> {
  readonly account: BillingAccount | undefined;
  readonly first: FirstPayment | undefined;
  readonly at: Date;
}

/** Also of a project that moved to Free in its trial and comes back before the trial's end. */
function toRunningTrial({ plan, account, first, at }: RunningTrial) {
  const { trialEnd = null } = account ?? {};
  const isRunning = !plan.free && !first && trialEnd !== null && trialEnd > at;
  return isRunning ? { running_trial_end: trialEnd.toISOString() } : {};
}

interface FirstCost extends Pick<ChangePreview, 'at' | 'nextAt'>, Pick<PricedPlan, 'plan'> {
  readonly settings: Pick<contract.HearthConfig, 'billing'>;
}

/** The contract's fields of a first payment: the code if codes can be used, and the end of the trial if the plan has one. */
function toFirstDocument(
  { promotion, trialDays }: FirstPayment,
  { at, nextAt, plan, settings }: FirstCost,
) {
  const trial_end = trialDays === undefined ? null : (nextAt?.toISOString() ?? null);
  return {
    ...(settings.billing.promotionCodes && {
      promotion: promotion ? toPromotion(promotion, at) : null,
    }),
    ...(plan.trial && { trial_end }),
  };
}
