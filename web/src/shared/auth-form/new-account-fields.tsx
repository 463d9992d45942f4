import { longestName } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import type { FieldErrors, FormField } from '../form/use-form.ts';
import { meetsPolicy } from '../password/password-policy.ts';
import { PasswordRules } from '../password/password-rules.tsx';
import { usePasswordPolicy } from '../password/use-password-policy.ts';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';

/** Name of a new person. */
export function NewNameField({ field }: { readonly field: FormField }) {
  const { t } = useTranslation();

  return (
    <TextField
      {...field}
      label={t('auth.signUp.name')}
      autoComplete="name"
      maxLength={longestName}
      required
    />
  );
}

interface FirstPasswordFieldProps {
  readonly field: FormField;
  readonly typed: string;
}

/** A first password, with its rules as one types. */
export function FirstPasswordField({ field, typed }: FirstPasswordFieldProps) {
  const { t } = useTranslation();
  const passwordPolicy = usePasswordPolicy();

  return (
    <PasswordField
      {...field}
      label={t('auth.password')}
      hint={<PasswordRules password={typed} />}
      autoComplete="new-password"
      minLength={passwordPolicy.minLength}
      maxLength={passwordPolicy.maxLength}
      required
    />
  );
}

/** Refuses a first password that the policy refuses. */
export function useCheckFirstPassword() {
  const { t } = useTranslation();
  const passwordPolicy = usePasswordPolicy();
  const { minLength: count } = passwordPolicy;

  return ({ password }: { readonly password: string }): FieldErrors<'password'> => {
    if (password.length < count) {
      return { password: t('auth.tooShort', { count }) };
    }
    return { password: !meetsPolicy(password, passwordPolicy) && t('auth.passwordRules.broken') };
  };
}
