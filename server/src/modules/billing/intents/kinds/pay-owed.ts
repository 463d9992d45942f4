import type { OwedCharge } from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOutcome, RequestOf } from '../../records/intent.ts';
import { type Kind, keyLifeMs } from '../kind.ts';

/** Charges the default card what is owed. As an intent, it never runs beside a cancellation. */
export const payOwed: Kind<RequestOf<'pay-owed'>> = {
  async perform({ keyBase, subscriptionId, request: { shown } }, context) {
    const { db, payments } = requirePaying(context);
    const owing = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    const charge = owing
      ? await payments.payOpenInvoice({ key: `${keyBase}-pay-${owing}`, id: owing, shown })
      : undefined;
    return { outcome: toOutcome(subscriptionId, charge) };
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  expiresAfterMs: keyLifeMs,
  decides: false,
  usesCard: () => true,
};

function toOutcome(subscriptionId: string, charge: OwedCharge | undefined): IntentOutcome {
  switch (charge?.outcome) {
    case undefined:
      return { refusal: { code: 'billing/nothing-to-pay' } };
    case 'processing':
      return { refusal: { code: 'billing/payment-processing' } };
    case 'declined':
      return { refusal: { code: 'billing/card-refused', detail: charge.message } };
    case 'authentication-needed':
      return { result: { subscriptionId, clientSecret: charge.clientSecret } };
    case 'paid':
      return { result: { subscriptionId } };
  }
}
