import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pagePaths } from '@hearth/contract';
import { expect, it } from 'vitest';
import { screens } from '../../route-preloads.ts';

const tables = Object.values(screens);

it('every screen: its files are named, so that they come at once and not one after the other', () => {
  const named = tables.flatMap((table) => Object.keys(table));
  expect(pagePaths.filter((path) => !named.includes(path))).toEqual([]);
});

it('files are named for screens that there are, and for those of the product on Hearth', () => {
  const known = [...pagePaths, '/account/*', '/subscription/:id/*'];
  const named = tables.flatMap((table) => Object.keys(table));
  expect(named.filter((path) => !known.includes(path))).toEqual([]);
});

it('every named file is there', () => {
  const files = tables.flatMap((table) => Object.values(table).flat());
  const web = join(import.meta.dirname, '../..');
  expect(files.filter((file) => !existsSync(join(web, file)))).toEqual([]);
});
