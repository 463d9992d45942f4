import { accountEn } from './en-account.ts';
import { billingEn } from './en-billing.ts';
import { operatorEn } from './en-operator.ts';
import { phrasesEn } from './en-phrases.ts';
import { teamEn } from './en-team.ts';
import type { MailWords } from './mail-words.ts';

export const en: MailWords = {
  phrases: phrasesEn,
  letters: { ...accountEn, ...teamEn, ...billingEn, ...operatorEn },
};
