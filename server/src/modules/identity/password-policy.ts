import type { HearthConfig } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';

export type PasswordPolicy = HearthConfig['passwordPolicy'];

/** Refuses a password that the configured policy does not allow; lengths count UTF-16 units. */
export function requireAllowedPassword(password: string, policy: PasswordPolicy): void {
  refuseIf(
    password.length < policy.minLength,
    'auth/weak-password',
    `Password should be at least ${policy.minLength} characters`,
  );
  const missing = missingRequirements(password, policy);
  refuseUnless(
    missing.length === 0,
    'auth/password-does-not-meet-requirements',
    `Missing password requirements: [${missing.join(', ')}]`,
  );
}

function missingRequirements(password: string, policy: PasswordPolicy): string[] {
  const rules: [unmet: boolean, sentence: string][] = [
    [
      password.length > policy.maxLength,
      `Password may contain at most ${policy.maxLength} characters`,
    ],
    [
      policy.requireLowercase && !/[a-z]/.test(password),
      'Password must contain a lower case character',
    ],
    [
      policy.requireUppercase && !/[A-Z]/.test(password),
      'Password must contain an upper case character',
    ],
    [policy.requireNumeric && !/[0-9]/.test(password), 'Password must contain a numeric character'],
    [
      policy.requireNonAlphanumeric && !/[^a-zA-Z0-9]/.test(password),
      'Password must contain a non-alphanumeric character',
    ],
  ];
  return rules.filter(([unmet]) => unmet).map(([, sentence]) => sentence);
}
