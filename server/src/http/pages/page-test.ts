import { type AppContract, localPagePaths, pagePaths } from '@hearth/contract';
import type { Config } from '../../config/config.ts';

/** Address of a page as the router of the web reads it: neither the case of letters nor a slash at the end counts. */
export const toRoute = (path: string): string => path.toLowerCase().replace(/(?<=.)\/$/, '');

/** Tests addresses as the router of the web reads them. */
export function createPageTest({ mode }: Config, contract: AppContract = { calls: {} }): PageTest {
  const own = toTest(ownPaths(contract));
  const ours = toTest(Object.values({ ...pagePaths, ...(mode === 'local' && localPagePaths) }));
  return {
    isPage: (path) => ours(path) || own(path),
    isOwnPage: (path) => own(path) && !ours(path),
  };
}

interface PageTest {
  readonly isPage: (path: string) => boolean;
  /** A screen of the product on Hearth. */
  readonly isOwnPage: (path: string) => boolean;
}

function ownPaths({ pages = [], accountPages = [] }: AppContract): readonly string[] {
  return [
    ...pages.map((page) => `/subscription/:id/${page}`),
    ...accountPages.map((page) => `/account/${page}`),
  ];
}

function toTest(paths: readonly string[]): (path: string) => boolean {
  if (paths.length === 0) {
    return () => false;
  }
  const sources = paths.map((path) => path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+'));
  const pattern = new RegExp(`^(${sources.join('|')})/?$`, 'i');
  return (path) => pattern.test(path);
}
