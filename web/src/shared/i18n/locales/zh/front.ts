import type { front as enFront } from '../en/front.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const front = {
  plans: '套餐',
  toProjects: '前往您的项目',
  createAccount: '创建账号',
  free_one: '1 人免费使用，无需银行卡。',
  free_other: '{{count, number}} 人以内免费，无需银行卡。',
  freeForAll: '不限人数免费使用，无需银行卡。',
  example: {
    label: '示例',
    alt: '使用{{plan}}的项目示例：下次扣款 {{price}}，部分席位已用。',
    active: '正常',
    next: '下次扣款',
    seats: '已用席位',
    taken: '{{used, number}}/{{count, number}}',
  },
  pricing: {
    title: '套餐与价格',
    sub: '按项目计价，可随时更换或取消。',
    per: { week: '每周', month: '每月', year: '每年' },
    trial_one: '前 {{count, number}} 天免费',
    trial_other: '前 {{count, number}} 天免费',
    popular: '最受欢迎',
    start: '免费开始',
    choose: '选择{{plan}}',
    notForSale: '暂不可用',
  },
  answers: {
    title: '注册之前',
    known: '常见问题',
    failed: '扣款失败会怎样？',
    failedText:
      '我们会发邮件通知所有者并再次扣款。最后一次重试之前一切照常，之后项目会暂停，付清后恢复。',
    cancel: '可以随时取消吗？',
    cancelText: '可以。项目当天结束，不再扣款。您仍可查看项目并下载发票。',
    cancelLaterText: '可以。已付费时段结束之前一切照常，之后不再扣款。您仍可查看项目并下载发票。',
    owner: '可以更换所有者吗？',
    ownerText: '可以。所有者可将项目转让给任一管理员。',
    data: '我的数据在哪里？',
    dataText: '保存在 {{productName}} 的数据库中。银行卡号只交给支付服务商，我们不会收到。',
  },
  theme: '主题',
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
} as const satisfies LocaleShape<typeof enFront>;
