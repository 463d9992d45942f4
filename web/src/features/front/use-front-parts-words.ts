import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { frontParts as en } from '../../shared/i18n/locales/en/front-parts.ts';
import { frontParts as zh } from '../../shared/i18n/locales/zh/front-parts.ts';

/** Adds the words of the lower parts. They are few, so both languages come with the code that needs them. */
export function useFrontPartsWords(): void {
  const { i18n } = useTranslation();
  useState(() =>
    Object.entries({ en, zh }).map(([language, frontParts]) =>
      i18n.addResourceBundle(language, 'translation', { frontParts }, true, true),
    ),
  );
}
