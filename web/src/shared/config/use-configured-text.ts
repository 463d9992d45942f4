import { useCallback } from 'react';
import { useLanguage } from '../i18n/use-language.ts';
import { useConfig } from './config-provider.tsx';

/** Words for the keys that the configuration names: plan titles, features, permissions. */
export function useConfiguredText(): (key: string) => string {
  const { texts } = useConfig();
  const language = useLanguage();
  return useCallback((key) => texts[language][key] ?? key, [texts, language]);
}
