import { localPagePaths, pagePaths } from '@hearth/contract';
import type { Config } from '../../config/config.ts';

/** The router of the web minds neither the case of letters nor a slash at the end. */
export function createPageTest(
  { mode }: Config,
  appPages: readonly string[] = [],
): (path: string) => boolean {
  const paths = [
    ...pagePaths,
    ...appPages.map((page) => `/subscription/:id/${page}`),
    ...(mode === 'local' ? localPagePaths : []),
  ];
  const sources = paths.map((path) => path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+'));
  const pattern = new RegExp(`^(${sources.join('|')})/?$`, 'i');
  return (path) => pattern.test(path);
}
