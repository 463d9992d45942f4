import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTeamServer } from '../../../test/team-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};

beforeEach(() => localStorage.setItem('i18nextLng', 'en'));

afterEach(() => {
  setOnline(true);
  vi.restoreAllMocks();
});

it('offline, page whose data was never loaded: says so in the place of the skeleton', async () => {
  const server = createTeamServer();
  await visit('/subscription/s1/settings', server);
  await screen.findByRole('heading', { level: 1, name: 'Settings' }, deadline);
  setOnline(false);
  await userEvent
    .setup()
    .click(screen.getAllByRole('link', { name: 'Activity' })[0] ?? expect.fail());
  expect(
    await screen.findByText('Not loaded yet. It comes when you’re back online.', {}, deadline),
  ).toBeTruthy();
  expect(document.querySelector('main .animate-breathe')).toBeNull();

  setOnline(true);
  await waitFor(() => expect(screen.queryByText(/^Not loaded yet/)).toBeNull());
});
