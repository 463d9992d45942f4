import { billingKey } from '../../../shared/current-subscription/index.ts';

export function billingSummaryKey(uid: string, id: string) {
  return [...billingKey(uid, id), 'summary'] as const;
}

export function paymentMethodsKey(uid: string, id: string) {
  return [...billingKey(uid, id), 'payment-methods'] as const;
}
