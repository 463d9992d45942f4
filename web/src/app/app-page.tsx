import { web } from '@hearth/app/web';
import { RequirePermission } from './guards-permission.tsx';
import { toScreens, useOwnPolicy } from './own-screen.tsx';

const { subscriptionPages, accountPages = [] } = web;
const screens = {
  subscription: toScreens(subscriptionPages),
  account: toScreens(accountPages),
};

interface AppPageProps {
  /** Path of its route; undefined for an address that no screen has. */
  readonly path?: string;
  /** Whether it is about the person and no project. */
  readonly own?: boolean;
}

/** A screen of the product on Hearth, for those who may open it. */
export function AppPage({ path = '', own = false }: AppPageProps) {
  const Screen = screens[own ? 'account' : 'subscription'].get(path);
  const page = own ? undefined : subscriptionPages.find((one) => one.path === path);
  useOwnPolicy();
  return <RequirePermission anyOf={page?.anyOf ?? []}>{Screen && <Screen />}</RequirePermission>;
}
