import type { Frequency } from '@hearth/contract';
import type { InvoiceLine } from '../rules/proration.ts';
import type { TaxRule } from '../rules/tax-rules.ts';
import type { HostedInvoice } from './hosted-invoice.ts';

export type PageLanguage = 'en' | 'zh';

export interface InvoiceWords {
  /** BCP 47. */
  readonly tag: string;
  readonly invoice: string;
  readonly receipt: string;
  readonly date: string;
  readonly paidOn: string;
  readonly timeZone: string;
  readonly paidBy: string;
  readonly seller: string;
  readonly billedTo: string;
  readonly description: string;
  readonly period: string;
  readonly amount: string;
  readonly subtotal: string;
  readonly discount: string;
  readonly total: string;
  readonly undelivered: string;
  readonly creditUsed: string;
  readonly creditAdded: string;
  readonly amountDue: string;
  readonly amountPaid: string;
  readonly refunded: string;
  readonly sandbox: string;
  readonly missing: string;
  readonly questions: (address: string) => string;
  readonly terms: string;
  readonly privacy: string;
  /** Before the value: "Tax ID: DE123456789". */
  readonly taxId: string;
  readonly purchaseOrder: string;
  readonly taxes: Record<TaxRule['name'], string>;
  readonly taxIncluded: (tax: string) => string;
  readonly reverseCharge: string;
  readonly lines: Record<InvoiceLine['kind'], (plan: string, period: string) => string>;
  readonly periods: Record<Frequency, string>;
  readonly statuses: Record<HostedInvoice['status'], string>;
}

export const invoiceWords: Record<PageLanguage, InvoiceWords> = {
  en: {
    tag: 'en-US',
    invoice: 'Invoice',
    receipt: 'Receipt',
    date: 'Date',
    paidOn: 'Paid on',
    timeZone: 'Time zone of the dates',
    paidBy: 'Card',
    seller: 'From',
    billedTo: 'Billed to',
    description: 'Description',
    period: 'Period',
    amount: 'Amount',
    subtotal: 'Subtotal',
    discount: 'Discount',
    total: 'Total',
    undelivered: 'Time after the cancellation',
    creditUsed: 'Credit used',
    creditAdded: 'Kept as credit for later invoices',
    amountDue: 'Amount due',
    amountPaid: 'Amount paid',
    refunded: 'Refunded',
    sandbox: 'Test invoice of the built-in sandbox. No money was moved.',
    missing: 'There is no invoice at this address.',
    questions: (address) => `Questions? Write to ${address}.`,
    terms: 'Terms',
    privacy: 'Privacy',
    taxId: 'Tax ID: ',
    purchaseOrder: 'PO number: ',
    taxes: { VAT: 'VAT', GST: 'GST', JCT: 'JCT', 'Sales tax': 'Sales tax' },
    taxIncluded: (tax) => `${tax}, included`,
    reverseCharge: 'Reverse charge: the buyer accounts for the VAT',
    lines: {
      period: (plan, period) => `${plan}, ${period}`,
      unused: (plan) => `Unused time on ${plan}`,
      remaining: (plan) => `Remaining time on ${plan}`,
    },
    periods: { week: 'one week', month: 'one month', year: 'one year' },
    statuses: {
      draft: 'Draft',
      open: 'Open',
      paid: 'Paid',
      uncollectible: 'Uncollectible',
      void: 'Void',
    },
  },
  zh: {
    tag: 'zh-CN',
    invoice: '发票',
    receipt: '收据',
    date: '日期',
    paidOn: '付款日期',
    timeZone: '日期所用时区',
    paidBy: '银行卡',
    seller: '收款方',
    billedTo: '付款方',
    description: '明细',
    period: '周期',
    amount: '金额',
    subtotal: '小计',
    discount: '优惠',
    total: '合计',
    undelivered: '取消后的时间',
    creditUsed: '余额抵扣',
    creditAdded: '转为余额，用于抵扣以后的发票',
    amountDue: '应付金额',
    amountPaid: '已付金额',
    refunded: '已退款',
    sandbox: '这是内置沙盒生成的测试发票，没有实际扣款。',
    missing: '此地址没有发票。',
    questions: (address) => `如有疑问，请写信至 ${address}。`,
    terms: '服务条款',
    privacy: '隐私政策',
    taxId: '税号：',
    purchaseOrder: '采购订单号：',
    taxes: { VAT: '增值税', GST: '商品及服务税', JCT: '消费税', 'Sales tax': '销售税' },
    taxIncluded: (tax) => `${tax}（已含）`,
    reverseCharge: '反向征税：增值税由买方自行申报',
    lines: {
      period: (plan, period) => `${plan}，${period}`,
      unused: (plan) => `${plan}：退还未使用的时间`,
      remaining: (plan) => `${plan}：本周期剩余时间`,
    },
    periods: { week: '一周', month: '一个月', year: '一年' },
    statuses: {
      draft: '草稿',
      open: '待付款',
      paid: '已付款',
      uncollectible: '无法收款',
      void: '已作废',
    },
  },
};
