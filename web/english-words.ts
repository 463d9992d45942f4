import { placeAppWords } from './src/shared/i18n/app-words.ts';
import { auth as action, errors as actionErrors } from './src/shared/i18n/locales/en/action.ts';
import { front } from './src/shared/i18n/locales/en/front.ts';
import { frontParts } from './src/shared/i18n/locales/en/front-parts.ts';
import { homeWords } from './src/shared/i18n/locales/en/home.ts';
import { en } from './src/shared/i18n/locales/en/index.ts';
import { invitation } from './src/shared/i18n/locales/en/invitation.ts';
import { price } from './src/shared/i18n/locales/en/price.ts';
import { publicWords } from './src/shared/i18n/locales/en/public.ts';
import type { WordsPart } from './src/shared/i18n/start-i18n.ts';

/** English words by the parts in which screens load them, for languages that have a folder. */
const parts: Readonly<Record<WordsPart, object>> = {
  public: publicWords,
  // The choice between prices and the lower parts come with their code in English and Chinese only.
  front: { front, frontParts, price },
  invitation: { invitation },
  action: { auth: action, errors: actionErrors },
  home: homeWords,
  all: en,
};

/** With the words of the product on Hearth. */
export function listEnglishWords(app: Parameters<typeof placeAppWords>[0]): object {
  return { ...parts, app: placeAppWords(app) };
}
