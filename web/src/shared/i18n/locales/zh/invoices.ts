import type { invoices as english } from '../en/invoices.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const invoices = {
  title: '账单记录',
  count_one: '共 {{count, number}} 张发票',
  count_other: '共 {{count, number}} 张发票',
  caption: '“{{project}}”的账单记录',
  number: '编号',
  date: '日期',
  amount: '金额',
  statusName: '状态',
  documents: '文件',
  pdf: 'PDF',
  receipt: '收据',
  pending: '待生成',
  newTab: '（在新标签页中打开）',
  empty: '还没有发票。',
  showAll: '显示全部 {{count, number}} 张发票',
  pages: '发票分页',
  range: '第 {{from, number}}–{{to, number}} 张，共 {{total, number}} 张',
  previous: '上一页',
  next: '下一页',
  status: {
    draft: '草稿',
    open: '待付款',
    paid: '已付款',
    uncollectible: '无法收款',
    void: '已作废',
  },
  facts: {
    uncollectible: '不再催收',
    paidOutside: '以其他方式付清',
    credited: '已减免 {{amount}}',
    refunded: '已退款 {{amount}}',
    dispute: {
      open: '{{amount}} 存在争议',
      won: '争议已结束，付款有效',
      lost: '银行已追回 {{amount}}',
    },
  },
  open: {
    page: {
      title: '发票',
      sub: '将在支付服务商的页面打开。',
      error: '发票打开失败',
    },
    pdf: {
      title: '发票 PDF',
      sub: '文件将直接打开，或保存到您的下载目录。',
      error: 'PDF 打开失败',
    },
    receipt: {
      title: '收据',
      sub: '将在支付服务商的页面打开。',
      error: '收据打开失败',
    },
  },
  loadError: '发票加载失败',
} as const satisfies LocaleShape<typeof english>;
