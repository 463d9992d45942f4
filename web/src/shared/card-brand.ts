const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos Australia',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Name as the brand writes it; a brand that is new here keeps the provider's word. */
export function brandName({ brand }: { readonly brand: string }): string {
  return brandNames[brand] ?? brand;
}
