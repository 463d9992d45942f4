import { afterEach, expect, it, vi } from 'vitest';
import { readerTimeZone } from './reader-time-zone.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', 'UTC'],
  [undefined, 'UTC'],
])('a browser that says %s: %s', (said, read) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementationOnce(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: said as string };
  });
  expect(readerTimeZone()).toBe(read);
});

it('a browser without Intl: UTC', () => {
  vi.stubGlobal('Intl', undefined);
  expect(readerTimeZone()).toBe('UTC');
});
