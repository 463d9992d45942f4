import { act, render, screen } from '@testing-library/react';
import { type ComponentType, lazy, Suspense, startTransition, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../test/test-config.ts';
import { startI18n } from '../shared/i18n/index.ts';
import { loadAhead, loadPatiently } from '../shared/online/load-patiently.ts';
import { LoadBar } from './load-bar.tsx';

beforeEach(() => localStorage.setItem('i18nextLng', 'en'));

/** Code that comes when the test says so. */
function createCode() {
  let arrive: () => void = () => undefined;
  const code = new Promise<{ default: () => string }>((resolve) => {
    arrive = () => resolve({ default: () => 'The next page' });
  });
  return { load: () => code, arrive: () => arrive() };
}

async function open(Next: ComponentType) {
  function Page() {
    const [isNext, setIsNext] = useState(false);
    const follow = () => startTransition(() => setIsNext(true));
    return isNext ? (
      <Next />
    ) : (
      <button type="button" onClick={follow}>
        Follow
      </button>
    );
  }
  render(
    <I18nextProvider i18n={await startI18n(testConfig)}>
      <Suspense>
        <Page />
      </Suspense>
      <LoadBar />
    </I18nextProvider>,
  );
}

it('link to a screen whose code is not there: the bar shows until it is', async () => {
  const { load, arrive } = createCode();
  await open(lazy(() => loadPatiently(load)));
  expect(screen.queryByRole('status')).toBeNull();

  await act(async () => screen.getByRole('button', { name: 'Follow' }).click());
  expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Loading…');

  await act(async () => arrive());
  expect(screen.getByText('The next page')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

it('code loaded ahead, for which nobody waits: no bar', async () => {
  const { load, arrive } = createCode();
  await open(() => null);
  await act(async () => void loadAhead(load));
  expect(screen.queryByRole('status')).toBeNull();
  arrive();
});
