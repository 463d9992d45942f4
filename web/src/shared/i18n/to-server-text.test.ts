import { beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { ApiError } from '../api-error.ts';
import { loadWords, startI18n } from './index.ts';
import { toServerText } from './to-server-text.ts';

const said = 'The new owner is on holiday.';
const unknownRefusal = 'owner/on-holiday' as 'access/denied';

beforeEach(() => localStorage.clear());

async function words(language: 'en' | 'zh', failure: Partial<ApiError>) {
  localStorage.setItem('i18nextLng', language);
  const { t } = await startI18n(testConfig);
  await loadWords('all');
  const facts = { code: 'failed-precondition', refusal: undefined, httpStatus: 400 } as const;
  return toServerText(new ApiError(failure.message ?? said, { ...facts, ...failure }), t, language);
}

it('repeats the server in English', async () => {
  expect(await words('en', { refusal: 'subscription/not-eligible-owner' })).toBe(said);
  expect(await words('en', { refusal: unknownRefusal })).toBe(said);
});

it('prefers our words in other languages', async () => {
  expect(await words('zh', { refusal: 'subscription/canceled' })).toBe('该项目已取消。');
  expect(await words('zh', { refusal: unknownRefusal })).toBe(said);
  expect(await words('zh', {})).toBe(said);
});

it('has words if the server says nothing, or only that it broke', async () => {
  expect(await words('en', { message: '' })).toBe('This is not possible right now.');
  expect(await words('en', { message: 'INTERNAL', code: 'internal' })).toMatch(/went wrong/);
});
