import type { MailWords } from './mail-words.ts';
import { accountZh } from './zh-account.ts';
import { billingZh } from './zh-billing.ts';
import { operatorZh } from './zh-operator.ts';
import { teamZh } from './zh-team.ts';

export const zh: MailWords = {
  common: {
    greeting: (name) => (name === '' ? '您好：' : `${name}，您好：`),
    linkInClear: '如果按钮无法点击，请将以下网址复制到浏览器中打开：',
    footer: (productName) => `此邮件由 ${productName} 自动发送，请勿直接回复。`,
    questions: (address) => `如有疑问，请写信至 ${address}。`,
    terms: '服务条款',
    privacy: '隐私政策',
  },
  letters: { ...accountZh, ...teamZh, ...billingZh, ...operatorZh },
};
