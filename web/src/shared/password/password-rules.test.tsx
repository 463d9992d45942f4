import type { PublicConfig } from '@hearth/contract';
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { ApiProvider, createApi } from '../api/index.ts';
import { ConfigProvider } from '../config/index.ts';
import { startI18n } from '../i18n/index.ts';
import { meetsPolicy } from './password-policy.ts';
import { PasswordRules } from './password-rules.tsx';

type Policy = PublicConfig['passwordPolicy'];

const hardened: Policy = {
  profile: 'hardened',
  minLength: 12,
  maxLength: 64,
  requireLowercase: true,
  requireUppercase: true,
  requireNumeric: true,
  requireNonAlphanumeric: true,
};

/** The rules are those that the page carries. */
const unreachable = createApi({
  apiKey: 'k',
  region: 'r',
  fetch: () => Promise.reject(new TypeError('offline')),
  session: { authorize: (call) => call(undefined) },
});

async function show(
  password: string,
  passwordPolicy: Policy = testConfig.passwordPolicy,
  language = 'en',
) {
  localStorage.setItem('i18nextLng', language);
  const i18n = await startI18n(testConfig);
  render(
    <I18nextProvider i18n={i18n}>
      <ConfigProvider config={{ ...testConfig, passwordPolicy }}>
        <ApiProvider api={unreachable}>
          <PasswordRules password={password} />
        </ApiProvider>
      </ConfigProvider>
    </I18nextProvider>,
  );
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

it('lists what is configured and nothing else', async () => {
  expect(await show('')).toEqual(['At least 6 characters: not yet']);
});

it('ticks each rule off in words', async () => {
  expect(await show('Secret-7', hardened)).toEqual([
    'At least 12 characters: not yet',
    'At most 64 characters: met',
    'A lowercase letter: met',
    'An uppercase letter: met',
    'A digit: met',
    'A symbol: met',
    'Not a common password',
  ]);
});

it('speaks Chinese too', async () => {
  expect(await show('secret', undefined, 'zh')).toEqual(['至少 6 个字符：已满足']);
});

it.each([
  ['Correct-horse-7', true],
  ['correct-horse-7', false],
  ['CORRECT-HORSE-7', false],
  ['Correct-horse-x', false],
  ['Correct7horse7x', false],
  ['Ünïcödé-is-no-A', false],
  ['Correct-7', false],
  [`Correct-horse-7${'x'.repeat(50)}`, false],
])('accepts %s exactly as the server does', (password, good) => {
  expect(meetsPolicy(password, hardened)).toBe(good);
});
