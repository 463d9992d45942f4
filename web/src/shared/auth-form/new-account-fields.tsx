import { longestName } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordRules } from '../password/password-rules.tsx';
import { usePasswordPolicy } from '../password/use-password-policy.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';

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
