import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTeamServer } from '../../test/team-server.ts';
import { deadline, visit } from '../../test/visit.tsx';
import { browserStorage, tabStorage } from './browser-storage.ts';
import { showTheme } from './theme/theme.ts';

beforeEach(() => {
  const forbid = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const forbidden = { getItem: forbid, setItem: forbid, removeItem: forbid };
  vi.stubGlobal('localStorage', forbidden);
  vi.stubGlobal('sessionStorage', forbidden);
});
afterEach(() => void vi.unstubAllGlobals());

it('storage forbidden: finds nothing, and says that it keeps nothing', () => {
  expect(browserStorage.set('key', 'value')).toBe(false);
  expect(browserStorage.get('key')).toBeNull();
  expect(() => tabStorage.remove('key')).not.toThrow();
});

it('storage forbidden: a chosen theme is shown', () => {
  showTheme('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  showTheme('system');
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

it.each([
  ['/signin', 'Welcome back', undefined],
  ['/subscription/s1/settings', 'Settings', 'ada'],
  ['/dashboard', /^Welcome/, 'ada'],
])('storage forbidden: %s opens', async (path, name, person) => {
  const server = createTeamServer();
  server.identity.cookie = person;
  await visit(path, server);
  await screen.findByRole('heading', { level: 1, name }, deadline);
});
