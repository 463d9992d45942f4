import { type AppWeb, defineWeb } from '@hearth/web/define';
import Image from 'lucide-react/icons/image';
import Images from 'lucide-react/icons/images';
// Makes the names that the contract registers known here: screens, refusals and actions.
import type {} from '../contract/index.ts';
import type { words } from './locales/en.ts';

declare module '@hearth/contract' {
  interface Register {
    readonly words: typeof words;
  }
}

export const web: AppWeb = defineWeb({
  words: {
    en: async () => (await import('./locales/en.ts')).words,
    zh: async () => (await import('./locales/zh.ts')).words,
  },
  subscriptionPages: [
    {
      path: 'pictures',
      load: async () => (await import('./pictures/pictures-page.tsx')).PicturesPage,
      entry: { label: 'app.pictures.title', Icon: Image },
    },
  ],
  accountPages: [
    {
      path: 'my-pictures',
      load: async () => (await import('./pictures/my-pictures-page.tsx')).MyPicturesPage,
      entry: { label: 'app.pictures.mine', Icon: Images },
    },
  ],
  overviewCard: {
    load: async () => (await import('./pictures/pictures-card.tsx')).PicturesCard,
  },
});
