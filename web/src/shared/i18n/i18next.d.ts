import 'i18next';
import type { English } from './locales/en/index.ts';
import type { invitation } from './locales/en/invitation.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: English & { invitation: typeof invitation } };
  }
}
