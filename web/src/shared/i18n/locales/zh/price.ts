import type { price as enPrice } from '../en/price.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const price = {
  planPaid: {
    week: '{{plan}}（按周）',
    month: '{{plan}}（按月）',
    year: '{{plan}}（按年）',
  },
  trial_one: '免费试用 {{count, number}} 天，之后{{then}}',
  trial_other: '免费试用 {{count, number}} 天，之后{{then}}',
  period: '计费周期',
  paid: { week: '按周', month: '按月', year: '按年' },
  taxed: { exclusive: '{{period}}，另加税', inclusive: '{{period}}，含税' },
  monthsFree_one: '省 {{count, number}} 个月',
  monthsFree_other: '省 {{count, number}} 个月',
  percentSaved: '省 {{count, number}}%',
  yearAsMonth: '每月，按年支付 {{price}}',
  currency: '币种',
  limits: {
    most: '{{name}}：{{most, number}}',
    none: '{{name}}：不限',
    used: '{{name}}：已用 {{used, number}}，共 {{most, number}}',
    over: '{{name}}：{{most, number}}，当前已用 {{used, number}}',
  },
} as const satisfies LocaleShape<typeof enPrice>;
