import { longestName } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { meetsPolicy } from '../password/password-policy.ts';
import { PasswordRules } from '../password/password-rules.tsx';
import { usePasswordPolicy } from '../password/use-password-policy.ts';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import type { FieldErrors } from './field-errors.ts';

interface NewAccountFieldProps {
  readonly error: string | undefined;
}

/** Name of a new person. */
export function NewNameField({ error }: NewAccountFieldProps) {
  const { t } = useTranslation();

  return (
    <TextField
      name="displayName"
      label={t('auth.signUp.name')}
      error={error}
      autoComplete="name"
      maxLength={longestName}
      required
    />
  );
}

/** A first password, with its rules as one types. */
export function FirstPasswordField({ error }: NewAccountFieldProps) {
  const { t } = useTranslation();
  const passwordPolicy = usePasswordPolicy();
  const [typed, setTyped] = useState('');

  return (
    <PasswordField
      name="password"
      label={t('auth.password')}
      hint={<PasswordRules password={typed} />}
      error={error}
      autoComplete="new-password"
      minLength={passwordPolicy.minLength}
      maxLength={passwordPolicy.maxLength}
      onChange={(event) => setTyped(event.target.value)}
      required
    />
  );
}

/** Refuses a first password that the policy refuses. */
export function useCheckFirstPassword() {
  const passwordPolicy = usePasswordPolicy();

  return ({ password = '' }): FieldErrors =>
    meetsPolicy(password, passwordPolicy)
      ? {}
      : { password: (words) => words('auth.passwordRules.broken') };
}
