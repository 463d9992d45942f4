import type { Registered } from '@hearth/contract';
import 'i18next';
import type { front } from './locales/en/front.ts';
import type { frontParts } from './locales/en/front-parts.ts';
import type { English } from './locales/en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: English & {
        readonly front: typeof front;
        readonly frontParts: typeof frontParts;
        readonly app: Registered<'words', object>;
      };
    };
  }
}
