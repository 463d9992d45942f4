import { web } from '@hearth/app/web';
import { RequirePermission } from './guards-permission.tsx';
import { toScreens, useOwnPolicy } from './own-screen.tsx';

const screens = toScreens(web.subscriptionPages);

interface AppPageProps {
  /** Path of its route; none is a screen that there is not. */
  readonly path?: string;
}

/** A screen of the product on Hearth, for those who may open it. */
export function AppPage({ path = '' }: AppPageProps) {
  const Screen = screens.get(path);
  const { anyOf = [] } = web.subscriptionPages.find((page) => page.path === path) ?? {};
  useOwnPolicy();
  return <RequirePermission anyOf={anyOf}>{Screen && <Screen />}</RequirePermission>;
}
