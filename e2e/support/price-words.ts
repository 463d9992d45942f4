/** Words of the screens about prices, as a person reads them. */
export interface PriceWords {
  /** Name of the plan. */
  readonly pro: string;
  readonly perMonth: string;
  readonly perYear: string;
  /** On the page of a purchase. */
  readonly order: string;
  /** On a project's billing page. */
  readonly summary: string;
  readonly invoices: RegExp;
  readonly costs: string;
  readonly dueToday: string;
  readonly toYear: string;
  readonly toMonth: string;
  readonly changedToYear: RegExp;
  readonly haveCode: string;
  readonly code: string;
  readonly applyCode: string;
  readonly cancel: string;
  pay(sum: string): string;
  confirmAndPay(sum: string): string;
  /** The next charge, below what is due today. */
  thenPay(sum: string): string;
}

const en: PriceWords = {
  pro: 'Pro',
  perMonth: '$40.00 per month',
  perYear: '$400.00 per year',
  order: 'Summary',
  summary: 'Billing summary',
  invoices: /^Invoices of/,
  costs: 'What it costs',
  dueToday: 'Due today',
  toYear: 'Switch to yearly',
  toMonth: 'Switch to monthly',
  changedToYear: /^You’re on Pro \(yearly\)\. Thank you/,
  haveCode: 'Have a code?',
  code: 'Promotion code',
  applyCode: 'Apply code',
  cancel: 'Cancel subscription',
  pay: (sum) => `Pay ${sum}`,
  confirmAndPay: (sum) => `Confirm and pay ${sum}`,
  thenPay: (sum) => `Then ${sum} on`,
};

const zh: PriceWords = {
  pro: '专业版',
  perMonth: '每月 $40.00',
  perYear: '每年 $400.00',
  order: '订单摘要',
  summary: '账单概览',
  invoices: /的发票$/,
  costs: '费用',
  dueToday: '今天支付',
  toYear: '改为按年',
  toMonth: '改为按月',
  changedToYear: /^已开通专业版（按年），谢谢您/,
  haveCode: '有优惠码？',
  code: '优惠码',
  applyCode: '使用优惠码',
  cancel: '取消订阅',
  pay: (sum) => `支付 ${sum}`,
  confirmAndPay: (sum) => `确认并支付 ${sum}`,
  thenPay: (sum) => `支付 ${sum}`,
};

export const priceWords = { en, zh } as const;
