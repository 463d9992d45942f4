import type { RefusalCode } from '@hearth/contract';
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { ApiError } from '../api-error.ts';
import { CurrentSubscriptionContext } from '../current-subscription/current-subscription.ts';
import { loadWords, startI18n } from '../i18n/index.ts';
import { FailureNotice } from './failure-notice.tsx';

const refused = (refusal: RefusalCode) =>
  new ApiError('', { code: 'permission-denied', refusal, httpStatus: 403 });

interface NoticeScene {
  readonly error: unknown;
  readonly isOwner?: boolean;
  readonly language?: 'en' | 'zh';
}

async function show({ error, isOwner = true, language = 'en' }: NoticeScene) {
  localStorage.setItem('i18nextLng', language);
  const i18n = await startI18n(testConfig);
  await loadWords('all');
  const subscription = { id: 's1', owner_name: 'Grace' };
  const current = { subscription, isOwner } as never;
  render(
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <CurrentSubscriptionContext value={current}>
          <FailureNotice error={error} />
        </CurrentSubscriptionContext>
      </MemoryRouter>
    </I18nextProvider>,
  );
}

it.each(['plan/limit-reached', 'plan/not-included'] as const)(
  '%s: leads the owner to the plans',
  async (code) => {
    await show({ error: refused(code) });
    const link = screen.getByRole('link', { name: 'See plans' });
    expect(link.getAttribute('href')).toBe('/subscription/s1/billing/change-plan');
  },
);

it.each([
  ['en', 'Ask Grace, the owner, to choose a larger plan.'],
  ['zh', '请所有者 Grace 更换更大的套餐。'],
] as const)('a limit, for a member, in %s: says whom to ask', async (language, sentence) => {
  await show({ error: refused('plan/limit-reached'), isOwner: false, language });
  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

it('another refusal: says why, and leads nowhere', async () => {
  await show({ error: refused('access/denied') });
  expect(screen.getByRole('alert').textContent).toBe('Access denied');
  expect(screen.queryByRole('link')).toBeNull();
});

it('nothing: shows nothing', async () => {
  await show({ error: null });
  expect(screen.queryByRole('alert')).toBeNull();
});
