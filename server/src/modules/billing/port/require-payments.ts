import type { RefusalCode } from '@hearth/contract';
import { Refusal, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { BillingServices } from './billing-services.ts';
import {
  CardDeclined,
  CodeRefused,
  KeyRefused,
  PaymentProcessing,
  type PaymentProvider,
  ProviderRejected,
  ProviderUnavailable,
  WrongAccount,
} from './payment-provider.ts';
import { ChangeRefused, PaymentOpen, PaymentReturned, TrialUsed } from './provider-failure.ts';
import type { PricedPlan } from './rules/plan.ts';
import { PlaceUnknown, TaxIdRefused } from './taxes.ts';

/** Refuses where no provider is set up. */
export function requirePayments(payments: PaymentProvider | undefined): PaymentProvider {
  refuseUnless(payments, 'billing/not-set-up');
  return payments;
}

/** Narrows the context to one with a provider, and refuses where none is set up. */
export function requirePaying<Context extends Pick<BillingServices, 'payments'>>(
  context: Context,
): Context & { readonly payments: PaymentProvider } {
  return { ...context, payments: requirePayments(context.payments) };
}

type Selling = Pick<BillingServices, 'payments' | 'prices'>;

/** Refuses where no provider is set up, or where it would charge another price than people are shown. */
export function requireSelling(
  { plan, price }: PricedPlan,
  { payments, prices }: Selling,
): PaymentProvider {
  const accountFaults = plan.free ? [] : prices.accountFaults;
  const faults = [...accountFaults, ...prices.faultsOf(price.priceIds)];
  refuseIf(faults.length > 0, 'billing/not-set-up');
  return requirePayments(payments);
}

/** A free plan without a subscription at the provider is sold whatever the prices there are. */
export function requirePaymentsFor(
  { account, ...priced }: PricedPlan & { readonly account: Charged },
  services: Selling,
): PaymentProvider {
  return priced.plan.free && !account?.providerSubscriptionId
    ? requirePayments(services.payments)
    : requireSelling(priced, services);
}

/** Refuses keys of another account, or that the provider refuses, before anything begins. An unreachable provider fails at the first real call. */
export async function requireRightAccount(payments: PaymentProvider | undefined): Promise<void> {
  try {
    await payments?.readAccount();
  } catch (error) {
    const isOff = error instanceof WrongAccount || error instanceof KeyRefused;
    if (!(error instanceof ProviderUnavailable) || isOff) {
      throw toRefusal(error);
    }
  }
}

type Charged = { readonly providerSubscriptionId: string | null } | undefined;

/** Turns a provider's failure into a refusal: a card is refused, the provider is away, or it rejects the request. */
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
  if (error instanceof CardDeclined) {
    return new Refusal('billing/card-refused', error.message);
  }
  if (error instanceof CodeRefused) {
    return new Refusal('billing/code-invalid');
  }
  const tax = codeOfTax(error);
  if (tax) {
    return new Refusal(tax);
  }
  if (error instanceof ProviderRejected) {
    return new Refusal('billing/rejected', undefined, { cause: error });
  }
  if (error instanceof PaymentProcessing) {
    return new Refusal('billing/payment-processing', undefined, { cause: error });
  }
  return error instanceof ProviderUnavailable
    ? new Refusal('billing/provider-unavailable', undefined, { cause: error })
    : error;
}

/** Refusal for an address or a tax id for which no taxes can be computed; undefined for any other failure. */
export function codeOfTax(error: unknown): RefusalCode | undefined {
  if (error instanceof PlaceUnknown) {
    return 'billing/address-incomplete';
  }
  return error instanceof TaxIdRefused ? 'billing/tax-id-invalid' : undefined;
}

/** Refusal for a plan change that cannot be made now. */
export function codeOf(error: ChangeRefused): RefusalCode {
  if (error instanceof PaymentReturned) {
    return 'billing/payment-returned';
  }
  if (error instanceof TrialUsed) {
    return 'billing/trial-used';
  }
  return error instanceof PaymentOpen ? 'billing/payment-open' : 'billing/preview-outdated';
}
