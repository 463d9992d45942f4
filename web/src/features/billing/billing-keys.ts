/** Of everything about the money of one subscription; what was asked for is appended. */
export function billingKey(uid: string, id: string) {
  return ['account', uid, 'billing', id] as const;
}

export function billingSummaryKey(uid: string, id: string) {
  return [...billingKey(uid, id), 'summary'] as const;
}

export function paymentMethodsKey(uid: string, id: string) {
  return [...billingKey(uid, id), 'payment-methods'] as const;
}
