import { web } from '@hearth/app/web';
import { toScreens, useOwnPolicy } from './own-screen.tsx';

const screens = toScreens(web.accountPages ?? []);

/** A screen of the product on Hearth that is about the person, for everybody who is signed in. */
export function AppAccountPage({ path = '' }: { readonly path?: string }) {
  const Screen = screens.get(path);
  useOwnPolicy();
  return Screen && <Screen />;
}
