import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useOwnPolicy } from './own-screen.tsx';

afterEach(() => {
  delete document.documentElement.dataset.policy;
  vi.restoreAllMocks();
});

/** A document with the policy that was loaded for the first address, in which the second one is shown. */
function open(policy: 'app' | 'hearth' | undefined, loadedFor: string, shown: string) {
  if (policy) {
    document.documentElement.dataset.policy = policy;
  }
  const name = `http://localhost${loadedFor}`;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name } as PerformanceEntry]);
  window.history.replaceState(null, '', shown);
  const reload = vi.fn();
  return { reload, ...renderHook(() => useOwnPolicy(reload)) };
}

const own = '/subscription/s/pictures';

it.each([
  ['hearth', '/dashboard', 1],
  ['app', '/account/pictures', 0],
  [undefined, '/dashboard', 0],
  // The server gives the address our policy, so a new document would have it again.
  ['hearth', own, 0],
] as const)(
  'document with the policy %s, loaded for %s: is loaded anew for a screen of the product %i times',
  (policy, loadedFor, times) => {
    const { reload } = open(policy, loadedFor, own);
    expect(reload).toHaveBeenCalledTimes(times);
  },
);

it.each([
  ['app', '/subscription/s/billing/payment-methods', 1],
  ['app', '/signin', 1],
  ['app', own, 0],
  [undefined, '/signin', 0],
] as const)(
  'document with the policy %s, left for %s: is loaded anew %i times',
  (policy, next, times) => {
    const { reload, unmount } = open(policy, own, own);
    window.history.pushState(null, '', next);
    unmount();
    expect(reload).toHaveBeenCalledTimes(times);
  },
);
