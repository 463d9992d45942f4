import { Refusal, refuseUnless } from '../../platform/refusal.ts';
import { type PaymentProvider, ProviderRefusal, ProviderUnavailable } from './payment-provider.ts';

/** Refuses where nobody takes money. */
export function requirePayments(payments: PaymentProvider | undefined): PaymentProvider {
  refuseUnless(payments, 'billing/not-set-up');
  return payments;
}

/** Says a provider's failure in our words: its sentence about a card, or that it does not answer. */
export async function asRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toRefusal(error);
  }
}

function toRefusal(error: unknown): unknown {
  if (error instanceof ProviderRefusal) {
    return new Refusal('billing/card-refused', error.message);
  }
  return error instanceof ProviderUnavailable ? new Refusal('billing/provider-unavailable') : error;
}
