import type { RefusalCode } from '@hearth/contract';
import { Refusal, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { BillingServices } from './billing-services.ts';
import { ChangeRefused, PaymentOpen, PaymentReturned } from './change-refused.ts';
import {
  type PaymentProvider,
  ProviderRefusal,
  ProviderRejected,
  ProviderUnavailable,
  WrongAccount,
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

type Selling = Pick<BillingServices, 'payments' | 'prices'>;

/** Refuses where nobody takes money, or not as much for this plan as people are shown. */
export function requireSelling(
  { id, free }: Pick<Plan, 'id' | 'free'>,
  { payments, prices }: Selling,
): PaymentProvider {
  const accountFaults = free ? [] : prices.accountFaults;
  refuseIf([...accountFaults, ...prices.faultsOf(id)].length > 0, 'billing/not-set-up');
  return requirePayments(payments);
}

/** Whatever the prices are, a subscription that is not charged can be on a free plan. */
export function requirePaymentsFor(
  { plan, account }: { readonly plan: Pick<Plan, 'id' | 'free'>; readonly account: Charged },
  services: Selling,
): PaymentProvider {
  return plan.free && !account?.providerSubscriptionId
    ? requirePayments(services.payments)
    : requireSelling(plan, services);
}

/** Refuses before anything is begun with the keys of another account; a provider that is away is met later. */
export async function requireRightAccount(payments: PaymentProvider | undefined): Promise<void> {
  try {
    await payments?.readAccount();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) || error instanceof WrongAccount) {
      throw toRefusal(error);
    }
  }
}

type Charged = { readonly providerSubscriptionId: string | null } | undefined;

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
  return error instanceof ProviderUnavailable
    ? new Refusal('billing/provider-unavailable', undefined, { cause: error })
    : error;
}

/** What to say of a change that is not made now. */
export function codeOf(error: ChangeRefused): RefusalCode {
  if (error instanceof PaymentReturned) {
    return 'billing/payment-returned';
  }
  return error instanceof PaymentOpen ? 'billing/payment-open' : 'billing/preview-outdated';
}
