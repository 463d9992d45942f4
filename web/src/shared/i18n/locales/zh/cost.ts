import type { cost as english } from '../en/cost.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const cost = {
  lines: {
    plan: '{{plan}}（至 {{date}}）',
    planOnly: '{{plan}}',
    unusedTime: '{{plan}}未使用时间',
    trial: '免费试用（至 {{date}}）',
    other: '其他费用',
    discount: '优惠',
    tax: '税费',
    creditUsed: '余额抵扣',
    creditKept: '存入余额',
    creditLost: '不予退还',
    debt: '此前欠款',
    carried: '计入下期发票',
  },
  times: '{{line}} × {{quantity, number}}',
  dueToday: '今天支付',
  thenPay: '之后于 {{date}} 支付 {{amount}}',
  thenTax: '之后于 {{date}} 支付 {{amount}}，含税费 {{tax}}',
  thenPlusTax: '之后于 {{date}} 支付 {{amount}}（另加税费）',
  thenCredit: '之后于 {{date}} 支付 {{amount}}，已抵扣余额',
  nothing: '之后不再扣款。',
  later: '以后续订：{{price}}',
} as const satisfies LocaleShape<typeof english>;
