import type { Language } from '@hearth/contract';
import type { Services } from '../identity/index.ts';

/** Names of permissions on screen and in mails. */
export function permissionLabels(
  keys: readonly string[],
  language: Language,
  { settings, texts }: Pick<Services, 'settings' | 'texts'>,
): string[] {
  return settings.permissions
    .filter(({ key }) => keys.includes(key))
    .map(({ key, label }) => texts[language][label] ?? key);
}
