import { localPagePaths, pagePaths } from '@hearth/contract';
import { createRoutesFromElements, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { pages } from '../pages.ts';
import { paths } from '../shared/paths.ts';
import { icons } from './layouts/page-entries.ts';
import { routes } from './routes.tsx';

/** Paths of all routes that show a page. */
function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes
    .flatMap(({ path = '*', children }) => (children ? pathsOf(children) : path))
    .filter((path) => path !== '*');
}

const routesOf = (localMode: boolean) => pathsOf(createRoutesFromElements(routes(localMode)));

it('every page has one route, and those of local mode have one there only', () => {
  expect(routesOf(false).sort()).toEqual(Object.values(pagePaths).sort());
  expect(routesOf(true).sort()).toEqual(Object.values({ ...pagePaths, ...localPagePaths }).sort());
});

it('links have the parts of an address in their places, encoded', () => {
  expect(paths.dashboard).toBe('/dashboard');
  expect(paths.changePlan('a/b $1')).toBe('/subscription/a%2Fb%20%241/billing/change-plan');
  expect(paths.invoice('s1', 'in_1')).toBe('/subscription/s1/billing/invoices/in_1');
});

it('every page that needs a right or has an icon has a name, so that refusals and menus can say it', () => {
  const named = Object.entries(pages).filter(
    ([name, { guard }]) => /admin|paid|owner/.test(guard) || name in icons,
  );
  expect(named.filter(([, { label }]) => label === undefined)).toEqual([]);
});
