/** The choice of a price, on the pages about the product and on signed-in screens. */
export const price = {
  planPaid: {
    week: '{{plan}} (weekly)',
    month: '{{plan}} (monthly)',
    year: '{{plan}} (yearly)',
  },
  trial_one: '{{count, number}} day free, then {{then}}',
  trial_other: '{{count, number}} days free, then {{then}}',
  period: 'Billing period',
  paid: { week: 'Weekly', month: 'Monthly', year: 'Yearly' },
  /** `period` is "per month". */
  taxed: { exclusive: '{{period}} plus tax', inclusive: '{{period}} incl. tax' },
  monthsFree_one: '{{count, number}} month free',
  monthsFree_other: '{{count, number}} months free',
  percentSaved: 'Save {{count, number}}%',
  /** Beside what a month of it costs. */
  yearAsMonth: 'a month, billed {{price}}',
  currency: 'Currency',
  limits: {
    most: '{{name}}: {{most, number}}',
    none: '{{name}}: unlimited',
    used: '{{name}}: {{used, number}} of {{most, number}} used',
    over: '{{name}}: {{most, number}}, and you use {{used, number}}',
  },
} as const;
