import type { Language } from '@hearth/contract';
import { useTranslation } from 'react-i18next';

/** The interface language; the component renders again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.resolvedLanguage ?? 'en';
}
