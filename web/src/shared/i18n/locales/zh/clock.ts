import type { clock as enClock } from '../en/clock.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const clock = {
  title: '时钟',
  sub: '将 {{productName}} 的时间拨快，并执行到期的任务。仅限本地模式。',
  refresh: '刷新',
  now: '产品时间',
  ahead: '拨快',
  step: {
    hour: '一小时',
    day: '一天',
    week: '一周',
  },
  count: '数量',
  countWrong: '请输入整数，最多十年。',
  unitName: '单位',
  unit: {
    hour: '小时',
    day: '天',
    week: '周',
  },
  submit: '拨快时钟',
  note: '时钟只能向前拨。续订、重试、到期和邮件都会照常发生；拨得太远时，您可能需要重新登录。',
  failed: '时钟没有响应。',
  hint: '这里是沙盒，不会真正扣款。',
  hintLink: '拨快时钟，查看续订效果',
} as const satisfies LocaleShape<typeof enClock>;
