import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookForServer } from './use-online.ts';

const queries = new QueryClient();

beforeEach(() => {
  queries.mount();
  window.dispatchEvent(new Event('offline'));
});

afterEach(() => {
  window.dispatchEvent(new Event('online'));
  queries.unmount();
  queries.clear();
  vi.unstubAllGlobals();
});

const read = () => queries.fetchQuery({ queryKey: ['read'], queryFn: async () => 'answer' });

it('offline in the words of the browser only, and the server found: reads that waited go on', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  const waiting = read();
  expect(queries.getQueryState(['read'])?.fetchStatus).toBe('paused');
  expect(await lookForServer()).toBe(true);
  expect(await waiting).toBe('answer');
});

it('server not found: reads go on waiting', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  void read().catch(() => undefined);
  expect(await lookForServer()).toBe(false);
  expect(queries.getQueryState(['read'])?.fetchStatus).toBe('paused');
});
