/** Words of the billing screens, as a person reads them. */
export interface BillingWords {
  readonly locale: string;
  readonly choosePro: string;
  readonly pay: RegExp;
  readonly confirmAgain: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly holder: string;
  readonly name: string;
  readonly phone: string;
  readonly country: string;
  readonly line1: string;
  readonly city: string;
  readonly state: RegExp;
  readonly postalCode: RegExp;
  readonly bank: string;
  readonly confirm: string;
  readonly refuse: string;
  readonly billing: string;
  readonly paid: string;
}

export const en: BillingWords = {
  locale: 'en-US',
  choosePro: 'Choose Pro',
  pay: /^Pay \$10\.00$/,
  confirmAgain: 'Confirm again',
  cardNumber: 'Card number',
  expiry: 'Expiry date',
  cvc: 'Security code',
  holder: 'Name on card',
  name: 'Full name or company',
  phone: 'Phone',
  country: 'Country or region',
  line1: 'Address',
  city: 'City',
  state: /^State or province/,
  postalCode: /^Postal code/,
  bank: 'Your bank asks you to confirm this payment',
  confirm: 'Confirm',
  refuse: 'Refuse',
  billing: 'Billing',
  paid: 'Paid',
};

export const zh: BillingWords = {
  locale: 'zh-CN',
  choosePro: '选择专业版',
  pay: /^支付 \$10\.00$/,
  confirmAgain: '重新确认',
  cardNumber: '卡号',
  expiry: '有效期',
  cvc: '安全码',
  holder: '持卡人姓名',
  name: '姓名或公司名称',
  phone: '电话',
  country: '国家或地区',
  line1: '详细地址',
  city: '城市',
  state: /^省、州或地区/,
  postalCode: /^邮政编码/,
  bank: '银行请您确认这笔付款',
  confirm: '确认付款',
  refuse: '拒绝',
  billing: '账单',
  paid: '已付款',
};
