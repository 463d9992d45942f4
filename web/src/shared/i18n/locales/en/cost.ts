/** Lines of a purchase, a plan change or an invoice, and what follows them. */
export const cost = {
  lines: {
    plan: '{{plan}} until {{date}}',
    planOnly: '{{plan}}',
    unusedTime: 'Unused time on {{plan}}',
    trial: 'Free trial until {{date}}',
    other: 'Other items',
    discount: 'Discount',
    tax: 'Tax',
    creditUsed: 'From your credit',
    creditKept: 'Kept as credit',
    /** Credit of a project that ends before it can be used. */
    creditLost: 'Not refunded',
    debt: 'Owed from before',
    carried: 'Moved to the next invoice',
  },
  /** `line` is one of those above, charged more than once. */
  times: '{{line}} × {{quantity, number}}',
  dueToday: 'Due today',
  thenPay: 'Then {{amount}} on {{date}}',
  thenTax: 'Then {{amount}} on {{date}}, including {{tax}} tax',
  thenPlusTax: 'Then {{amount}} plus tax on {{date}}',
  thenCredit: 'Then {{amount}} on {{date}}, after your credit',
  nothing: 'Nothing will be charged again.',
  later: 'Later renewals: {{price}}',
} as const;
