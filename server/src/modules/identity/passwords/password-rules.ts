import type { HearthConfig } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';

type PasswordPolicy = HearthConfig['passwordPolicy'];
type Settings = Pick<HearthConfig, 'passwordPolicy' | 'productName'>;

/** Refuses a password that the configured policy does not allow; lengths count UTF-16 units. */
export async function requireAllowedPassword(
  password: string,
  email: string,
  { passwordPolicy: policy, productName }: Settings,
): Promise<void> {
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
  if (policy.profile === 'hardened') {
    const guesses = [productName, email, email.split('@')[0] ?? ''];
    refuseIf(await isEasyToGuess(password, guesses), 'auth/password-too-common');
  }
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
      policy.requireNonAlphanumeric && !isSpecialIn(password),
      'Password must contain a non-alphanumeric character',
    ],
  ];
  return rules.filter(([unmet]) => unmet).map(([, sentence]) => sentence);
}

/** Special characters: printable ASCII except letters, digits and space. */
export const specialCharacters: readonly string[] = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-'];

const isSpecialIn = (password: string): boolean =>
  [...password].some((character) => specialCharacters.includes(character));

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The list is 50,000 long, so only an installation that asks for it carries it. */
async function isEasyToGuess(password: string, guesses: readonly string[]): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  const written = password.toLowerCase();
  return (
    (await commonPasswords).has(written) ||
    guesses.some((guess) => guess !== '' && written === guess.toLowerCase())
  );
}
