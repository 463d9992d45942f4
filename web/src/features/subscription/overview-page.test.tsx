import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { expectCopied } from '../../../test/person.ts';
import { CurrentSubscriptionProvider } from '../../shared/current-subscription/index.ts';
import { OverviewPage } from './overview-page.tsx';

const network = vi.fn<typeof fetch>();
const oak = {
  id: 's1',
  owner_id: 'olga',
  plan_id: 'pro',
  status: 'active',
  settings: { name: 'Oak' },
  permissions: { access: ['anna'], admin: ['anna'] } as Record<string, string[]>,
  create_time: '2026-01-02T12:00:00.000Z',
};

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  network.mockReset();
});

async function open(record = oak) {
  network.mockImplementation(async () => Response.json(record));
  await openPage(
    <CurrentSubscriptionProvider fallback={null} onFailure={() => undefined}>
      <OverviewPage />
    </CurrentSubscriptionProvider>,
    { as: 'anna', path: '/subscription/s1', network },
  );
  await screen.findByRole('heading', { level: 1 });
}

it('copies the id and says so', async () => {
  await open();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Copy subscription ID' }));

  await expectCopied('s1');
});

it.each(['unpaid', 'active'])('%s: leads to the settings only if they open', async (status) => {
  await open({ ...oak, status });
  const links = screen.queryAllByRole('link', { name: 'Settings' });
  expect(links).toHaveLength(status === 'active' ? 1 : 0);
});

it('shows a plain member no way to the settings', async () => {
  await open({ ...oak, permissions: { access: ['anna'] } });
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
});
