import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { price as en } from './locales/en/price.ts';
import { price as zh } from './locales/zh/price.ts';

/** Adds the words of the choice between prices. They are few, so both languages come with the code that needs them. */
export function usePriceWords(): void {
  const { i18n } = useTranslation();
  useState(() =>
    Object.entries({ en, zh }).map(([language, price]) =>
      i18n.addResourceBundle(language, 'translation', { price }, true, true),
    ),
  );
}
