import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, it, vi } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { createFakeServer } from '../../../test/visit.tsx';
import { ApiError, failure } from '../api-error.ts';
import { loadWords, startI18n } from '../i18n/index.ts';
import { ReadOnlyReason } from '../ui/read-only.ts';
import { Toaster } from '../ui/toaster.tsx';
import { notify } from '../ui/toasts.ts';
import { useUndo } from './use-undo.ts';

const user = userEvent.setup();
const undo = vi.fn<() => Promise<unknown>>();
const refresh = vi.fn(async () => undefined);

function Page() {
  const offerUndo = useUndo();
  const offer = () => offerUndo('Grace is removed.', { undo, undone: 'Grace is back.', refresh });
  return (
    <button type="button" onClick={offer}>
      Remove
    </button>
  );
}

async function open(offlineReason?: string) {
  const i18n = await startI18n(testConfig);
  await loadWords('all');
  render(
    <I18nextProvider i18n={i18n}>
      <ReadOnlyReason value={offlineReason}>
        <Page />
        <Toaster />
      </ReadOnlyReason>
    </I18nextProvider>,
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const offers = () => screen.queryAllByRole('button', { name: 'Undo' });

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  // Takes the toasts of other tests away.
  createFakeServer();
  undo.mockReset().mockResolvedValue(undefined);
  refresh.mockClear();
});

it('undone: the offer goes, and the page is read again', async () => {
  await open();
  await press('Remove');
  await press('Undo');
  await screen.findByText('Grace is back.');
  expect(offers()).toHaveLength(0);
  expect(refresh).toHaveBeenCalledTimes(1);
});

it('connection lost on the way: says so, and can be pressed again', async () => {
  undo.mockRejectedValueOnce(failure('network-request-failed', ''));
  await open();
  await press('Remove');
  await press('Undo');
  await screen.findByText('This could not be undone');
  await waitFor(() => expect(offers()[0]?.getAttribute('aria-busy')).toBeNull());
  await press('Undo');
  await screen.findByText('Grace is back.');
  expect(undo).toHaveBeenCalledTimes(2);
  expect(offers()).toHaveLength(0);
});

it('refused: says why, and the offer goes', async () => {
  const answer = { code: 'failed-precondition', refusal: 'undo/over', httpStatus: 400 } as const;
  undo.mockRejectedValueOnce(new ApiError('', answer));
  await open();
  await press('Remove');
  await press('Undo');
  await screen.findByText('This can no longer be undone.');
  await waitFor(() => expect(offers()).toHaveLength(0));
});

it('pressed twice: sent once', async () => {
  undo.mockReturnValue(new Promise(() => undefined));
  await open();
  await press('Remove');
  await press('Undo');
  await press('Undo');
  expect(undo).toHaveBeenCalledTimes(1);
});

it('offline: waits, and says why', async () => {
  await open('You’re offline.');
  await press('Remove');
  await press('Undo');
  expect(undo).not.toHaveBeenCalled();
  expect(offers()[0]?.title).toBe('You’re offline.');
});

it('two changes in the same words: two offers', async () => {
  await open();
  await press('Remove');
  await press('Remove');
  expect(offers()).toHaveLength(2);
});

it('ten changes, one after the other: three toasts at most, the newest last', async () => {
  await open();
  act(() => {
    for (const number of Array.from({ length: 10 }).keys()) {
      notify.success(`Invitation ${number} is revoked.`);
    }
  });
  await screen.findByText('Invitation 9 is revoked.');
  expect(screen.queryAllByText(/is revoked/).map(({ textContent }) => textContent)).toEqual([
    'Invitation 7 is revoked.',
    'Invitation 8 is revoked.',
    'Invitation 9 is revoked.',
  ]);
});
