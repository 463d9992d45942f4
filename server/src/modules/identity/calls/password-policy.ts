import * as contract from '@hearth/contract';
import { read } from '../operation.ts';
import { specialCharacters } from '../passwords/password-rules.ts';

/** The configured policy in the words of Google's SDK; `password-rules.ts` enforces the same. */
export const passwordPolicy = read(contract.passwordPolicy, async (_input, { settings }) => {
  const { passwordPolicy: policy } = settings;
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      maxPasswordLength: policy.maxLength,
      ...(policy.requireLowercase && { containsLowercaseCharacter: true as const }),
      ...(policy.requireUppercase && { containsUppercaseCharacter: true as const }),
      ...(policy.requireNumeric && { containsNumericCharacter: true as const }),
      ...(policy.requireNonAlphanumeric && { containsNonAlphanumericCharacter: true as const }),
    },
    allowedNonAlphanumericCharacters: [...specialCharacters],
    enforcementState: 'ENFORCE' as const,
    forceUpgradeOnSignin: false as const,
    schemaVersion: 1 as const,
  };
});
