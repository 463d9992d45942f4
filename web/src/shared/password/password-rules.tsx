import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { useTranslation } from 'react-i18next';
import { classNames } from '../ui/class-names.ts';
import { listPasswordRules, type PasswordRule } from './password-policy.ts';
import { usePasswordPolicy } from './use-password-policy.ts';

/** The configured password rules, ticked off as one types; the hint of a password field. */
export function PasswordRules({ password }: { readonly password: string }) {
  const { t } = useTranslation();
  const passwordPolicy = usePasswordPolicy();
  const rules = listPasswordRules(passwordPolicy);
  return (
    <ul aria-live="polite" className="grid gap-0.5">
      {rules.map((rule) => (
        <RuleLine key={rule.name} rule={rule} met={rule.isMet(password)} />
      ))}
      {passwordPolicy.profile === 'hardened' && (
        // Only the server knows the list of common passwords.
        <li className="pl-[22px]">{t('auth.passwordRules.uncommon')}</li>
      )}
    </ul>
  );
}

function RuleLine({ rule, met }: { readonly rule: PasswordRule; readonly met: boolean }) {
  const { t } = useTranslation();
  const Icon = met ? Check : Circle;
  return (
    <li aria-atomic="true" className="flex items-start gap-1.5">
      <Icon
        aria-hidden="true"
        className={classNames('mt-0.5 size-4 shrink-0', met ? 'text-good' : 'p-0.5 text-ink-3')}
      />
      <span>
        {t(`auth.passwordRules.${rule.name}`, { count: rule.count })}
        <span className={met ? 'text-good' : 'text-ink-3'}>
          {met ? t('auth.passwordRules.met') : t('auth.passwordRules.unmet')}
        </span>
      </span>
    </li>
  );
}
