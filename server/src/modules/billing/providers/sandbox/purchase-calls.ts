import type { Money } from '@hearth/contract';
import type { Database, Transaction } from '../../../../platform/transaction.ts';
import { CodeRefused } from '../../port/payment-provider.ts';
import { lowersInvoiceAt } from '../../port/promotion-code.ts';
import type { PurchaseCalls, PurchasePreview, PurchaseTerms } from '../../port/purchase-calls.ts';
import { newDiscount } from './rules/discounts.ts';
import { priceLines, toTaxing } from './rules/price-lines.ts';
import { isRedeemable, type SandboxCode } from './rules/promotion-codes.ts';
import { newPeriod, periodLines } from './rules/proration.ts';
import type { Sandbox } from './sandbox-work.ts';
import { countRedemptions, lockCode } from './stores/redemption-store.ts';
import { runQuery } from './stores/sandbox-store.ts';

/** Calls about purchases that were not made yet. */
export function purchaseCalls(sandbox: Sandbox): PurchaseCalls {
  return {
    async findCode(typed, price) {
      const wanted = typed.toLowerCase();
      const code = sandbox.codes.find(({ code }) => code.toLowerCase() === wanted);
      const question = { price, at: sandbox.clock.now() };
      return code && (await runQuery(() => isFree(sandbox.db, code, question))) ? code : undefined;
    },

    async previewPurchase(terms) {
      const code = terms.promotion && getCode(sandbox, terms.promotion.id);
      const preview = computePurchase(sandbox, terms);
      const price = { ...preview.dueNow, amount: preview.parts.subtotal };
      const at = sandbox.clock.now();
      if (code && !(await runQuery(() => isFree(sandbox.db, code, { price, at })))) {
        throw new CodeRefused(`The code ${code.code} cannot be redeemed now.`);
      }
      return preview;
    },

    async keepDiscount() {
      // A trial's invoice of 0 has no lines here, and uses nothing up.
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
  { priceIds, promotion, buyer }: PurchaseTerms,
): PurchasePreview {
  const at = clock.now();
  const plan = catalogue.getPlan(priceIds);
  const period = newPeriod(plan, at);
  const nextAt = period.periodEnd;
  const lines = periodLines(plan, period);
  const taxing = buyer && toTaxing(buyer, plan);
  const discount = promotion ? newDiscount(promotion, at) : null;
  const isKept =
    promotion !== undefined && lowersInvoiceAt(promotion, { boughtAt: at, at: nextAt });
  const { currency } = plan.total;
  const first = priceLines(lines, { discount, at, taxing, currency });
  const later = { discount: isKept ? discount : null, at: nextAt, taxing, currency };
  const next = priceLines(lines, later);
  const money = (amount: number) => ({ ...plan.total, amount });
  return { parts: first.parts, dueNow: money(first.total), next: money(next.total), nextAt };
}
