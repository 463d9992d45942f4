import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { testConfig } from '../../test/test-config.ts';
import { startI18n } from '../shared/i18n/index.ts';
import { CrashBoundary, reloadOnceForNewBuild } from './crash-boundary.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

function Broken(): never {
  throw new Error('a bug');
}

it('screen that breaks: shows a page with a way on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <I18nextProvider i18n={await startI18n(testConfig)}>
      <MemoryRouter>
        <CrashBoundary>
          <Broken />
        </CrashBoundary>
      </MemoryRouter>
    </I18nextProvider>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
});

it('files of the old build gone: loads the new build once and does not loop', () => {
  const reload = vi.fn();
  reloadOnceForNewBuild(reload);
  const missing = () => new Event('vite:preloadError', { cancelable: true });
  const first = missing();
  window.dispatchEvent(first);
  expect(first.defaultPrevented).toBe(true);
  window.dispatchEvent(missing());
  expect(reload).toHaveBeenCalledTimes(1);
});
