import type { Language } from '@hearth/contract';
import type { AboutDebt } from '../../mail/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { Money, ProviderInvoice } from '../port/payment-provider.ts';
import { pricedPlanOfInvoice } from '../port/rules/plan.ts';
import { planTitle } from './notify-owner.ts';
import { frequencyOf, toPeriod } from './plan-details.ts';

type OwedInvoice = Pick<AboutDebt, 'invoice'>;

/** The invoice that a debt is, for a mail; nothing where several are owed, or a part of one. */
export function toOwedInvoice(
  owed: Money | null,
  invoices: readonly ProviderInvoice[],
  context: PerformContext,
): (language: Language) => OwedInvoice {
  const open = invoices.filter(({ status, due }) => status === 'open' && due.amount > 0);
  const [invoice] = open;
  if (!invoice || open.length > 1 || owed?.amount !== invoice.total.amount) {
    return () => ({});
  }
  const { number, prices, total } = invoice;
  const priced = pricedPlanOfInvoice(context.settings, prices);
  const inMoney = (amount: number | null) => (amount === null ? null : { ...total, amount });
  return (language) => ({
    invoice: {
      number,
      ...toPeriod(invoice),
      plan: priced ? planTitle(priced.plan.id, language, context) : null,
      frequency: frequencyOf(priced),
      subtotal: inMoney(invoice.subtotal),
      discount: inMoney(invoice.discount),
      tax: inMoney(invoice.tax),
      total,
    },
  });
}
