import type { frontParts as enFrontParts } from '../en/front-parts.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const frontParts = {
  title: '您将获得',
  note: '图片仅为示例。',
  people: {
    title: '您的成员',
    text: '粘贴邮箱即可邀请成员，并决定每个人可以做什么。',
    owner: '所有者',
    invited: '已邀请',
  },
  change: {
    title: '每次更换都逐项列明',
    text: '可随时更换套餐，确认之前就能看到费用。',
    unused: '{{plan}}未使用时间',
    rest: '{{plan}}本期剩余时间',
    due: '今天支付',
  },
  failed: {
    title: '扣款失败也不影响使用',
    text: '我们会发邮件通知所有者并再次扣款。最后一次重试之前一切照常。',
    failed: '{{price}} 未能扣款',
    failedNote: '所有者会收到邮件',
    again: '我们再次扣款',
    againNote: '一切照常',
    paid: '已支付 {{price}}',
    paidNote: '使用另一张银行卡',
  },
  comparison: {
    title: '比较套餐',
    feature: '功能',
    people: '人数',
    unlimited: '不限',
    yes: '包含',
    no: '不包含',
  },
} as const satisfies LocaleShape<typeof enFrontParts>;
