import type { mailbox as enMailbox } from '../en/mailbox.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const mailbox = {
  title: '收件箱',
  sub: '未配置邮件服务器时，{{productName}} 发出的邮件都会显示在这里。仅限本地模式。',
  address: '邮箱地址',
  show: '查看',
  showAll: '查看全部',
  refresh: '刷新',
  list: '邮件',
  to: '收件人：{{address}}',
  sent: '发送时间：{{time}}',
  openHtml: '以 HTML 打开',
  failed: '无法读取邮件。',
  emptyTitle: '暂无邮件',
  empty: '注册账户或申请重置密码后，邮件会显示在这里。',
  emptyFor: '没有发送到 {{address}} 的邮件。',
} as const satisfies LocaleShape<typeof enMailbox>;
