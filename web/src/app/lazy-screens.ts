import { web } from '@hearth/app/web';
import type { PublicConfig } from '@hearth/contract';
import { type ComponentType, lazy } from 'react';
import { type Page, pages } from '../pages.ts';
import { loadWords, type WordsPart } from '../shared/i18n/index.ts';
import { loadPatiently } from '../shared/online/load-patiently.ts';
import type { PageName } from '../shared/paths.ts';

/** A screen whose code comes with its route. With `load` it can be there before: React keeps a placeholder for 300 ms. */
function screen<Module extends Record<Name, ComponentType>, Name extends string>(
  loadModule: (config?: PublicConfig) => Promise<Module>,
  name: Name,
  ...words: readonly (WordsPart | 'app')[]
) {
  let loaded: { readonly default: Module[Name] } | undefined;
  async function load(config?: PublicConfig) {
    const loadBoth = async () =>
      (await Promise.all([loadModule(config), ...words.map(loadWords)]))[0];
    loaded ??= { default: (await loadPatiently(loadBoth))[name] };
    return loaded;
  }
  return Object.assign(lazy(load), { load });
}

const toScreen = ({ load, component, words }: Page) =>
  screen(load, component, ...(words ? [words] : []));

/** The screen of each page. */
export const screens = Object.fromEntries(
  Object.entries(pages).map(([name, page]) => [name, toScreen(page)]),
) as Readonly<Record<PageName, ReturnType<typeof toScreen>>>;

export const SignedInProviders = screen(
  () => import('./providers-signed-in.tsx'),
  'SignedInProviders',
  'home',
  // The frame may lead to pages of the product.
  ...(web.accountPages ? (['app'] as const) : []),
);
export const MainLayout = screen(() => import('./layouts/shell.tsx'), 'MainLayout');
export const SubscriptionLayout = screen(
  () => import('./layouts/subscription-layout.tsx'),
  'SubscriptionLayout',
  'all',
);
export const AdminOnly = screen(() => import('./guards-permission.tsx'), 'AdminOnly');
export const PaidOnly = screen(() => import('./guards-paid.tsx'), 'PaidOnly');
export const OwnerOnly = screen(() => import('./guards-permission.tsx'), 'OwnerOnly');
export const OperatorOnly = screen(() => import('./guards-operator.tsx'), 'OperatorOnly', 'all');
export const AppPage = screen(() => import('./app-page.tsx'), 'AppPage', 'all');
export const NotFoundPage = screen(() => import('./not-found-page.tsx'), 'NotFoundPage');
