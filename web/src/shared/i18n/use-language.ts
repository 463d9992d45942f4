import { type Language, languages } from '@hearth/contract';
import { useTranslation } from 'react-i18next';

/** The interface language; the component renders again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languages.find((language) => language === i18n.language) ?? 'en';
}
