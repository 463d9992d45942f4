import { localPagePaths, pagePaths } from '@hearth/contract';
import { createRoutesFromElements, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { paths } from '../shared/paths.ts';
import { routes } from './routes.tsx';

/** Full paths of all routes that show something of their own. */
function pathsOf(routes: readonly RouteObject[], above = ''): string[] {
  return routes.flatMap(({ path, children }) => {
    if (path === '*') {
      return [];
    }
    const own = path === undefined ? above : `${above}/${path.replace(/^\//, '')}`;
    return children ? pathsOf(children, own) : [own];
  });
}

const routesOf = (localMode: boolean) => pathsOf(createRoutesFromElements(routes(localMode)));

it('the server knows every screen, and no others', () => {
  expect(routesOf(false).sort()).toEqual([...pagePaths].sort());
  expect(routesOf(true).sort()).toEqual([...pagePaths, ...localPagePaths].sort());
});

it('links lead to all screens, except the one without an id and those that the server links to', () => {
  const addresses = Object.values(paths).map((path) =>
    typeof path === 'function' ? path('ID').replace('ID', ':id') : path,
  );
  expect(
    [...addresses, '/subscription', '/subscription/:id/billing/invoices/:invoice'].sort(),
  ).toEqual([...pagePaths, ...localPagePaths].sort());
});
