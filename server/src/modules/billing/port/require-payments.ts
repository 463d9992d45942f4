import type { RefusalCode } from '@hearth/contract';
import { Refusal, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { BillingServices } from './billing-services.ts';
import { ChangeRefused, PaymentOpen } from './change-refused.ts';
import {
  type PaymentProvider,
  ProviderRefusal,
  ProviderRejected,
  ProviderUnavailable,
} from './payment-provider.ts';
import type { Plan } from './plan.ts';

/** Refuses where nobody takes money. */
export function requirePayments(payments: PaymentProvider | undefined): PaymentProvider {
  refuseUnless(payments, 'billing/not-set-up');
  return payments;
}

/** The same context, for whoever cannot do without payments. */
export function requirePaying<Context extends Pick<BillingServices, 'payments'>>(
  context: Context,
): Context & { readonly payments: PaymentProvider } {
  return { ...context, payments: requirePayments(context.payments) };
}

/** Refuses where no paid plan is sold: nobody takes money, or not what people are shown. */
export function requireSelling({
  payments,
  prices,
}: Pick<BillingServices, 'payments' | 'prices'>): PaymentProvider {
  refuseIf(prices.faults.length > 0, 'billing/not-set-up');
  return requirePayments(payments);
}

/** A free plan is open to everybody, also while no other is sold. */
export function requirePaymentsFor(
  { free }: Pick<Plan, 'free'>,
  services: Pick<BillingServices, 'payments' | 'prices'>,
): PaymentProvider {
  return free ? requirePayments(services.payments) : requireSelling(services);
}

/** Says a provider's failure in our words: its sentence about a card, that it does not answer, or that it will not. */
export async function asRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toRefusal(error);
  }
}

function toRefusal(error: unknown): unknown {
  if (error instanceof ChangeRefused) {
    return new Refusal(codeOf(error));
  }
  if (error instanceof ProviderRefusal) {
    return new Refusal('billing/card-refused', error.message);
  }
  if (error instanceof ProviderRejected) {
    return new Refusal('billing/rejected', undefined, { cause: error });
  }
  return error instanceof ProviderUnavailable ? new Refusal('billing/provider-unavailable') : error;
}

/** What to say of a change that is not made now. */
export function codeOf(error: ChangeRefused): RefusalCode {
  return error instanceof PaymentOpen ? 'billing/payment-open' : 'billing/preview-outdated';
}
