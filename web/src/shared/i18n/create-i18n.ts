import { isolate, type Language } from '@hearth/contract';
import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

export type ChineseRules = typeof import('./locales/zh/public.ts');

interface FirstWords {
  readonly language: Language;
  readonly words: object;
  readonly productName: string;
  /** Rules of Chinese sentences, once its words are there. */
  readonly chinese: () => ChineseRules | undefined;
}

/** Sentences in one language to begin with, in the browser and on the server. */
export async function createI18n({
  language,
  words,
  productName,
  chinese,
}: FirstWords): Promise<I18n> {
  const i18n = createInstance();
  const isChinese = () => i18n.resolvedLanguage === 'zh';

  await i18n
    .use(initReactI18next)
    .use({
      type: 'postProcessor',
      name: 'edges',
      process: (sentence: string) => (isChinese() && chinese()?.closeEdges(sentence)) || sentence,
    } as const)
    .init({
      lng: language,
      fallbackLng: false,
      load: 'currentOnly',
      // A copy, since words that follow are merged into it.
      resources: { [language]: { translation: JSON.parse(JSON.stringify(words)) } },
      interpolation: {
        // React escapes HTML. A name must still not reverse the order of the words around it.
        escape: (value) => (isChinese() && chinese()?.markEdges(isolate(value))) || isolate(value),
        defaultVariables: { productName },
      },
      postProcess: ['edges'],
      react: { useSuspense: false },
    });
  chinese()?.askForOne(i18n);
  return i18n;
}
