import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { ConfigProvider } from '../config/index.ts';
import { loadWords, startI18n } from '../i18n/index.ts';
import { LimitList } from './limit-list.tsx';

const texts = { 'limits.tasks': 'Tasks', 'limits.search': 'Search', 'limits.files': 'Files' };
const config = { ...testConfig, texts: { en: texts, zh: texts } };
const limits = { tasks: 1000, search: true, export: false, files: null };

beforeEach(async () => {
  localStorage.setItem('i18nextLng', 'en');
  await startI18n(config);
  await loadWords('all');
});

function show(props: Parameters<typeof LimitList>[0]): (string | null)[] {
  render(
    <ConfigProvider config={config}>
      <LimitList {...props} />
    </ConfigProvider>,
  );
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
}

it('an offer: names what the plan allows, and leaves out what it has not', () => {
  expect(show({ limits })).toEqual(['Tasks: 1,000', 'Search', 'Files: unlimited']);
});

it('the present plan: says how much of it is used', () => {
  expect(show({ limits, used: { tasks: 12 }, current: true })[0]).toBe('Tasks: 12 of 1,000 used');
});

it('a smaller plan: says what would be too much', () => {
  expect(show({ limits: { tasks: 5 }, used: { tasks: 12 } })).toEqual(['Tasks: 5, and you use 12']);
});

it('a product without limits: shows nothing', () => {
  expect(show({ limits: undefined })).toEqual([]);
});
