import type { Money } from '@hearth/contract';
import type { Database, Transaction } from '../../../../platform/transaction.ts';
import { CodeRefused } from '../../port/payment-provider.ts';
import { lowersInvoiceAt } from '../../port/promotion-code.ts';
import type { PurchaseCalls, PurchasePreview, PurchaseTerms } from '../../port/purchase-calls.ts';
import { computeDiscount, newDiscount } from './discounts.ts';
import { isRedeemable, type SandboxCode } from './promotion-codes.ts';
import { newPeriod, periodLines } from './proration.ts';
import { countRedemptions, lockCode } from './redemption-store.ts';
import { reach } from './sandbox-store.ts';
import type { Sandbox } from './sandbox-work.ts';

/** Calls about purchases that were not made yet. */
export function purchaseCalls(sandbox: Sandbox): PurchaseCalls {
  return {
    async findCode(typed, price) {
      const wanted = typed.toLowerCase();
      const code = sandbox.codes.find(({ code }) => code.toLowerCase() === wanted);
      const question = { price, at: sandbox.clock.now() };
      return code && (await reach(() => isFree(sandbox.db, code, question))) ? code : undefined;
    },

    async previewPurchase(terms) {
      const code = terms.promotion && getCode(sandbox, terms.promotion.id);
      const preview = computePurchase(sandbox, terms);
      const price = { ...preview.dueNow, amount: preview.parts.subtotal };
      const at = sandbox.clock.now();
      if (code && !(await reach(() => isFree(sandbox.db, code, { price, at })))) {
        throw new CodeRefused(`The code ${code.code} cannot be redeemed now.`);
      }
      return preview;
    },
  };
}

/** Locks the code and answers it; throws where it cannot be redeemed. */
export async function requireCode(
  tx: Transaction,
  { codeId, priceIds, at }: { codeId: string; priceIds: readonly string[]; at: Date },
  sandbox: Sandbox,
): Promise<SandboxCode> {
  const code = getCode(sandbox, codeId);
  await lockCode(tx, codeId);
  const price = sandbox.catalogue.getPlan(priceIds).total;
  if (!(await isFree(tx, code, { price, at }))) {
    throw new CodeRefused(`The code ${code.code} cannot be redeemed now.`);
  }
  return code;
}

function getCode({ codes }: Sandbox, id: string): SandboxCode {
  const code = codes.find((one) => one.id === id);
  if (!code) {
    throw new CodeRefused(`The sandbox has no code ${id}.`);
  }
  return code;
}

async function isFree(
  db: Database,
  code: SandboxCode,
  question: { readonly price: Money; readonly at: Date },
): Promise<boolean> {
  return isRedeemable(code, { ...question, redemptions: await countRedemptions(db, code.id) });
}

function computePurchase(
  { catalogue, clock }: Sandbox,
  { priceIds, promotion }: PurchaseTerms,
): PurchasePreview {
  const at = clock.now();
  const plan = catalogue.getPlan(priceIds);
  const { total } = plan;
  const period = newPeriod(plan, at);
  const applied = promotion ? newDiscount(promotion, at) : null;
  const discount = computeDiscount(periodLines(plan, period), applied, at);
  const nextAt = period.periodEnd;
  const isKept =
    promotion !== undefined && lowersInvoiceAt(promotion, { boughtAt: at, at: nextAt });
  const lowered = { ...total, amount: total.amount - discount };
  return {
    parts: { subtotal: total.amount, discount, tax: 0, isTaxIncluded: false },
    dueNow: lowered,
    next: isKept ? lowered : total,
    nextAt,
  };
}
