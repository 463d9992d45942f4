export interface PaperWords {
  invoice: string;
  receipt: string;
  creditNote: string;
  payment: string;
  date: string;
  due: string;
  from: string;
  to: string;
  taxId: string;
  method: string;
  description: string;
  quantity: string;
  amount: string;
  subtotal: string;
  discount: string;
  tax: string;
  included: string;
  reverseCharge: string;
  total: string;
  balance: string;
  credited: string;
  refunded: string;
  amountDue: string;
  paid: string;
  download: string;
  pay: string;
  statuses: Record<string, string>;
  period(start: string, end: string): string;
}

/** Some of the languages that Stripe writes papers in. */
export type PaperLanguage = 'de' | 'en' | 'zh';

export const paperWords: Record<PaperLanguage, PaperWords> = {
  de: {
    invoice: 'Rechnung',
    receipt: 'Zahlungsbeleg',
    creditNote: 'Gutschrift',
    payment: 'Zahlung',
    date: 'Datum',
    due: 'Fällig am',
    from: 'Von',
    to: 'Rechnung an',
    taxId: 'Steuernummer:',
    method: 'Bezahlt mit',
    description: 'Beschreibung',
    quantity: 'Menge',
    amount: 'Betrag',
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    tax: 'Steuer',
    included: '(enthalten)',
    reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers',
    total: 'Gesamtbetrag',
    balance: 'Verrechnetes Guthaben',
    credited: 'Gutschriften',
    refunded: 'Erstattet',
    amountDue: 'Fälliger Betrag',
    paid: 'Bezahlter Betrag',
    download: 'PDF herunterladen',
    pay: 'Bezahlen',
    statuses: {
      open: 'Offen',
      paid: 'Bezahlt',
      void: 'Storniert',
      uncollectible: 'Uneinbringlich',
    },
    period: (start, end) => `${start} – ${end}`,
  },
  en: {
    invoice: 'Invoice',
    receipt: 'Receipt',
    creditNote: 'Credit note',
    payment: 'Payment',
    date: 'Date',
    due: 'Due',
    from: 'From',
    to: 'Bill to',
    taxId: 'Tax ID:',
    method: 'Paid with',
    description: 'Description',
    quantity: 'Quantity',
    amount: 'Amount',
    subtotal: 'Subtotal',
    discount: 'Discount',
    tax: 'Tax',
    included: '(included)',
    reverseCharge: 'Tax to be paid on reverse charge basis',
    total: 'Total',
    balance: 'Applied balance',
    credited: 'Credit notes',
    refunded: 'Refunded',
    amountDue: 'Amount due',
    paid: 'Amount paid',
    download: 'Download PDF',
    pay: 'Pay',
    statuses: { open: 'Open', paid: 'Paid', void: 'Void', uncollectible: 'Uncollectible' },
    period: (start, end) => `${start} – ${end}`,
  },
  zh: {
    invoice: '发票',
    receipt: '收据',
    creditNote: '贷记通知单',
    payment: '付款',
    date: '日期',
    due: '到期日',
    from: '卖方',
    to: '账单寄送',
    taxId: '税号：',
    method: '付款方式',
    description: '说明',
    quantity: '数量',
    amount: '金额',
    subtotal: '小计',
    discount: '优惠',
    tax: '税',
    included: '（已含）',
    reverseCharge: '税款按反向征税由买方缴纳',
    total: '合计',
    balance: '使用的余额',
    credited: '贷记金额',
    refunded: '已退款',
    amountDue: '应付金额',
    paid: '已付金额',
    download: '下载 PDF',
    pay: '付款',
    statuses: { open: '未付', paid: '已付', void: '已作废', uncollectible: '无法收取' },
    period: (start, end) => `${start} – ${end}`,
  },
};
