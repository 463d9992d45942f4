import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useChange } from './use-change.ts';

/** A change that ends when the test says so. */
function openChange() {
  let resolve = (_outcome: unknown) => {};
  const outcome = new Promise((end) => {
    resolve = end;
  });
  return { change: vi.fn(() => outcome), end: () => resolve(undefined) };
}

it('pressed twice: runs once, and is busy until it is done', async () => {
  const { result } = renderHook(() => useChange<string>());
  const { change, end } = openChange();
  act(() => {
    void result.current.run(change, 'first');
    void result.current.run(change, 'second');
  });
  expect(result.current).toMatchObject({ busy: true, about: 'first' });
  await act(async () => end());
  expect(change).toHaveBeenCalledOnce();
  expect(result.current.busy).toBe(false);
});

it('change that leaves the page: stays busy, and cannot be pressed again', async () => {
  const { result } = renderHook(() => useChange());
  const change = vi.fn(async () => 'leaving');
  await act(() => result.current.run(change));
  await act(() => result.current.run(change));
  expect(change).toHaveBeenCalledOnce();
  expect(result.current.busy).toBe(true);
});

it('failure: reads again before it is shown, and is gone with the next try', async () => {
  const refresh = vi.fn(async () => expect(result.current.error).toBeUndefined());
  const { result } = renderHook(() => useChange({ refresh }));
  const failure = new Error('no');
  await act(() => result.current.run(() => Promise.reject(failure)));
  expect(refresh).toHaveBeenCalledExactlyOnceWith(failure);
  expect(result.current).toMatchObject({ busy: false, error: failure });

  const { change, end } = openChange();
  act(() => void result.current.run(change));
  expect(result.current.error).toBeUndefined();
  await act(async () => end());
});
