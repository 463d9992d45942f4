import { localPagePaths, pagePaths } from '@hearth/contract';

/** Address of every page as routes have it, with `:id` for a project's. */
export const everyPath = { ...pagePaths, ...localPagePaths };

export type PageName = keyof typeof everyPath;

/** An address with an id in it is a function of the id, and of what else is in it. */
type Link<Path extends string> = Path extends `${string}:${string}`
  ? (id: string, ...others: string[]) => string
  : Path;

const toLink = (path: string) =>
  path.includes(':')
    ? (...parts: string[]) => path.replace(/:\w+/g, () => encodeURIComponent(parts.shift() ?? ''))
    : path;

/** Address of every page, to link to it. */
export const paths = Object.fromEntries(
  Object.entries(everyPath).map(([name, path]) => [name, toLink(path)]),
) as { readonly [Name in PageName]: Link<(typeof everyPath)[Name]> };
