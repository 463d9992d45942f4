import { renderHook } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { startI18n } from '../i18n/index.ts';
import {
  ConfigProvider,
  planById,
  readPublicConfig,
  useConfig,
  useConfiguredText,
} from './index.ts';

function page(content: string): Document {
  return new DOMParser().parseFromString(
    `<script type="application/json" id="hearth-config">${content}</script>`,
    'text/html',
  );
}

it('reads the configuration that the page carries', () => {
  expect(readPublicConfig(page(JSON.stringify(testConfig)))).toEqual(testConfig);
});

it('says so when the page carries no configuration', () => {
  expect(() => readPublicConfig(page(''))).toThrow('hearth-config');
});

it('finds a plan by its id', () => {
  expect(planById(testConfig, 'pro')?.prices[0]?.amount).toBe(1_000);
  expect(planById(testConfig, 'none')).toBeUndefined();
});

it('refuses to hand out a configuration that nobody provided', () => {
  expect(() => renderHook(() => useConfig())).toThrow('ConfigProvider');
});

it.each([
  ['en', 'Pro'],
  ['zh', '专业版'],
])('words a configured key in %s', async (language, words) => {
  localStorage.setItem('i18nextLng', language);
  const i18n = await startI18n(testConfig);
  const { result } = renderHook(() => useConfiguredText(), {
    wrapper: ({ children }) => (
      <I18nextProvider i18n={i18n}>
        <ConfigProvider config={testConfig}>{children}</ConfigProvider>
      </I18nextProvider>
    ),
  });

  expect(result.current('plans.pro.title')).toBe(words);
  expect(result.current('plans.unknown')).toBe('plans.unknown');
});
