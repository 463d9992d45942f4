import { web } from '@hearth/app/web';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadPatiently } from '../shared/online/load-patiently.ts';
import { RequirePermission } from './guards-permission.tsx';

const screens: ReadonlyMap<string, LazyExoticComponent<ComponentType>> = new Map(
  web.subscriptionPages.map(({ path, load }) => [
    path,
    lazy(async () => ({ default: await loadPatiently(load) })),
  ]),
);

interface AppPageProps {
  /** Path of its route; none is a screen that there is not. */
  readonly path?: string;
}

/** A screen of the product on Hearth, for those who may open it. */
export function AppPage({ path = '' }: AppPageProps) {
  const Screen = screens.get(path);
  const { anyOf = [] } = web.subscriptionPages.find((page) => page.path === path) ?? {};
  return <RequirePermission anyOf={anyOf}>{Screen && <Screen />}</RequirePermission>;
}
