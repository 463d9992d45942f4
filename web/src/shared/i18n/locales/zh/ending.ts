import type { ending as enEnding } from '../en/ending.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const ending = {
  when: '何时结束？',
  laterOn: '{{date}}，已付费时段结束时',
  later: '已付费时段结束时',
  laterOnTrial: '{{date}}，试用结束时',
  laterHint: '在此之前可随时改变主意。',
  now: '立即',
  nowHint: '项目今天结束，对所有成员生效。此操作无法撤销。',
  peopleHint: '项目今天结束，对全部 {{count}} 位成员生效。此操作无法撤销。',
  untilThen: '在此之前，所有成员都可照常使用。',
  untilDate: '{{date}} 之前，所有成员都可照常使用。',
  afterThen:
    '不会再扣款。结束后，待接受的邀请失效，也不能再加入新成员。所有成员仍可查看项目并下载发票。',
  credit:
    '项目结束后，您的 {{sum}} 余额将作废。保留项目可用余额支付之后的费用；如需退款，请在取消前联系我们。',
  creditSupport:
    '项目结束后，您的 {{sum}} 余额将作废。保留项目可用余额支付之后的费用；如需退款，请在取消前联系 {{support}}。',
  doneLater: '“{{project}}”不再续订，结束之前一切照常。',
} as const satisfies LocaleShape<typeof enEnding>;
