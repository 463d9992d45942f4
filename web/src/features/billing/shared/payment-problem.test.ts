import { expect, it } from 'vitest';
import { testConfig } from '../../../../test/test-config.ts';
import { failure } from '../../../shared/api-error.ts';
import { loadWords, startI18n } from '../../../shared/i18n/index.ts';
import { toPaymentText } from './payment-problem.ts';

it.each(['network-request-failed', 'deadline-exceeded'] as const)(
  'money call without an answer, %s: says that it may have gone through, and that it counts once',
  async (code) => {
    localStorage.setItem('i18nextLng', 'en');
    const { t } = await startI18n(testConfig);
    await loadWords('all');
    const text = toPaymentText(failure(code, 'The server cannot be reached.'), t, 'en');
    expect(text).toContain('we don’t know yet whether it went through');
    expect(text).toContain('nothing is charged twice');
  },
);
