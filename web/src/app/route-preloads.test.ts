import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pagePaths } from '@hearth/contract';
import { expect, it } from 'vitest';
import { startsOf } from '../../route-preloads.ts';
import { pages } from '../pages.ts';

const { outside, inside } = startsOf(pages);

it('every page has its files named, so that they come at once and not one after the other', () => {
  const ofProduct = ['/account/*', '/subscription/:id/*'];
  const named = new Set([...Object.keys(outside), ...Object.keys(inside)]);
  expect([...named].sort()).toEqual([...Object.values(pagePaths), ...ofProduct].sort());
});

it('/ is the page about the product for visitors, and the dashboard for all others', () => {
  expect(outside['/']?.code).toEqual(['LandingPage']);
  expect(inside['/']).toEqual(inside['/dashboard']);
});

it('every named module is there', () => {
  const code = [outside, inside]
    .flatMap((starts) => Object.values(starts))
    .flatMap((start) => start.code);
  const web = join(import.meta.dirname, '../..');
  const modules = code.filter((name) => name.includes('/'));
  expect(modules.filter((module) => !existsSync(join(web, module)))).toEqual([]);
});
