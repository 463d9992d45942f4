import { beforeEach, expect, it } from 'vitest';
import { keptLocation } from './index.ts';

beforeEach(() => sessionStorage.clear());

it('gives a path back once', () => {
  keptLocation.keep('/subscription/1/settings?tab=a#b');
  expect(keptLocation.peek()).toBe('/subscription/1/settings?tab=a#b');
  expect(keptLocation.take()).toBe('/subscription/1/settings?tab=a#b');
  expect(keptLocation.take()).toBeUndefined();
});

it('forgets', () => {
  keptLocation.keep('/profile');
  keptLocation.forget();
  expect(keptLocation.take()).toBeUndefined();
});

const foreign = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://e.x',
  'profile',
  '',
];

it.each(foreign)('keeps no way to another site: %j', (path) => {
  keptLocation.keep(path);
  expect(keptLocation.take()).toBeUndefined();
});

it.each(foreign)('takes none that something else has stored: %j', (path) => {
  sessionStorage.setItem('hearth.kept-location', path);
  expect(keptLocation.take()).toBeUndefined();
});
