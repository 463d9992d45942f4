import { accountEn } from './en-account.ts';
import { billingEn } from './en-billing.ts';
import { operatorEn } from './en-operator.ts';
import { teamEn } from './en-team.ts';
import type { MailWords } from './mail-words.ts';

export const en: MailWords = {
  common: {
    greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
    linkInClear: 'If the button does not work, copy this address into your browser:',
    footer: (productName) =>
      `This is an automatic email from ${productName}. Replies are not read.`,
    questions: (address) => `Questions? Write to ${address}.`,
    terms: 'Terms',
    privacy: 'Privacy',
  },
  letters: { ...accountEn, ...teamEn, ...billingEn, ...operatorEn },
};
