import { meetsPolicy } from '../password/password-policy.ts';
import { usePasswordPolicy } from '../password/use-password-policy.ts';
import type { FieldErrors } from './field-errors.ts';

/** Refuses a first password that the policy refuses. */
export function useCheckFirstPassword() {
  const passwordPolicy = usePasswordPolicy();

  return ({ password = '' }): FieldErrors =>
    meetsPolicy(password, passwordPolicy)
      ? {}
      : { password: (words) => words('auth.passwordRules.broken') };
}
