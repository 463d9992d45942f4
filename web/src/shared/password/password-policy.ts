import type { PublicConfig } from '@hearth/contract';

type Policy = PublicConfig['passwordPolicy'];

type RuleName =
  | 'minLength'
  | 'maxLength'
  | 'lowercase'
  | 'uppercase'
  | 'numeric'
  | 'nonAlphanumeric';

export interface PasswordRule {
  readonly name: RuleName;
  /** The bound of a length, in UTF-16 units as the server counts. */
  readonly count: number;
  isMet(password: string): boolean;
}

/** The longest bound that a configuration can set; it is no news to anybody who types. */
const boundless = 4096;

/** Rules of the configuration for passwords. Letters and symbols are ASCII, as on the server. */
export function listPasswordRules(policy: Policy): readonly PasswordRule[] {
  const { minLength, maxLength } = policy;
  const rules: readonly (PasswordRule | false)[] = [
    { name: 'minLength', count: minLength, isMet: (text) => text.length >= minLength },
    maxLength < boundless && {
      name: 'maxLength',
      count: maxLength,
      isMet: (text) => text !== '' && text.length <= maxLength,
    },
    policy.requireLowercase && containing('lowercase', /[a-z]/),
    policy.requireUppercase && containing('uppercase', /[A-Z]/),
    policy.requireNumeric && containing('numeric', /[0-9]/),
    policy.requireNonAlphanumeric && containing('nonAlphanumeric', /[!-/:-@[-`{-~]/),
  ];
  return rules.filter((rule) => rule !== false);
}

export function meetsPolicy(password: string, policy: Policy): boolean {
  return listPasswordRules(policy).every((rule) => rule.isMet(password));
}

function containing(name: RuleName, pattern: RegExp): PasswordRule {
  return { name, count: 1, isMet: (text) => pattern.test(text) };
}
