import { closeEdges, markEdges } from '@hearth/contract';
import { mapTexts } from '../map-texts.ts';
import type { MailWords } from './mail-words.ts';
import { accountZh } from './zh-account.ts';
import { billingZh } from './zh-billing.ts';
import { operatorZh } from './zh-operator.ts';
import { teamZh } from './zh-team.ts';

export const zh: MailWords = {
  common: {
    greeting: (name) => (name === '' ? '您好：' : `${name}，您好：`),
    linkInClear: '如果按钮无法点击，请将以下网址复制到浏览器中打开：',
    footer: (productName) =>
      closeEdges(`此邮件由 ${markEdges(productName)} 自动发送，请勿直接回复。`),
    questions: (address) => `如有疑问，请写信至 ${address}。`,
    terms: '服务条款',
    privacy: '隐私政策',
  },
  letters: setApart({ ...accountZh, ...teamZh, ...billingZh, ...operatorZh }),
};

/** Names of people, projects, the product and plans, and addresses: some are Chinese, and some Latin. */
const named = /name$|email$|^(?:plan|from|to)$/i;

/** Writes each letter with one space between Chinese letters and a Latin name, and none beside a Chinese name. */
function setApart(letters: MailWords['letters']): MailWords['letters'] {
  const written = Object.entries(letters).map(([kind, write]) => [
    kind,
    (about: object) => {
      const fields = Object.entries(about).map(([field, value]) => [
        field,
        named.test(field) && typeof value === 'string' ? markEdges(value) : value,
      ]);
      return mapTexts((write as (about: object) => object)(Object.fromEntries(fields)), closeEdges);
    },
  ]);
  return Object.fromEntries(written);
}
