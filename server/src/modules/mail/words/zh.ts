import { closeEdges, markEdges } from '@hearth/contract';
import { mapTexts } from '../map-texts.ts';
import type { MailWords } from './mail-words.ts';
import type { Speech } from './phrases.ts';
import { accountZh } from './zh-account.ts';
import { billingZh } from './zh-billing.ts';
import { operatorZh } from './zh-operator.ts';
import { phrasesZh } from './zh-phrases.ts';
import { teamZh } from './zh-team.ts';

export const zh: MailWords = {
  phrases: phrasesZh,
  letters: setApart({ ...accountZh, ...teamZh, ...billingZh, ...operatorZh }),
};

/** Names of people, projects, the product and plans, and addresses: some are Chinese, and some Latin. */
const named = /name$|email$|^(?:plan|from|to|support)$/i;

type Write = (about: object, say: Speech) => object;

/** Writes each letter with one space between Chinese letters and a Latin name, and none beside a Chinese name. */
function setApart(letters: MailWords['letters']): MailWords['letters'] {
  const written = Object.entries(letters).map(([kind, write]) => [
    kind,
    (about: object, say: Speech) => {
      const fields = Object.entries(about).map(([field, value]) => [
        field,
        named.test(field) && typeof value === 'string' ? markEdges(value) : value,
      ]);
      const card: Speech['card'] = (one) => markEdges(say.card(one));
      const words = (write as Write)(Object.fromEntries(fields), { ...say, card });
      return mapTexts(words, closeEdges);
    },
  ]);
  return Object.fromEntries(written);
}
