/** Words of the billing screens, as a person reads them. */
export interface BillingWords {
  readonly choosePro: string;
  readonly pay: RegExp;
  readonly confirmAgain: string;
  readonly billing: string;
  readonly paid: string;
}

export const en: BillingWords = {
  choosePro: 'Choose Pro',
  pay: /^Pay \$10\.00$/,
  confirmAgain: 'Confirm again',
  billing: 'Billing',
  paid: 'Paid',
};

export const zh: BillingWords = {
  choosePro: '选择专业版',
  pay: /^支付 \$10\.00$/,
  confirmAgain: '重新确认',
  billing: '账单',
  paid: '已付款',
};
