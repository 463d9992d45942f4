import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';

const demands = [
  'requireLowercase',
  'requireUppercase',
  'requireNumeric',
  'requireNonAlphanumeric',
] as const;

/** The password policy in words. */
export function usePasswordHint(): string {
  const { t } = useTranslation();
  const { passwordPolicy } = useConfig();

  const length = t('auth.signUp.passwordLength', { count: passwordPolicy.minLength });
  const others = demands
    .filter((demand) => passwordPolicy[demand])
    .map((demand) => t(`auth.signUp.${demand}`));
  return [length, ...others].join(' ');
}
