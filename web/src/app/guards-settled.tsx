import { Outlet } from 'react-router';
import { useSession } from '../shared/session/index.ts';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { Unreachable } from './guards-unreachable.tsx';

/** For pages that anybody may open, once it is known who does. */
export function RequireSettled() {
  const { status } = useSession();
  switch (status) {
    case 'loading':
      return <RouteBar />;
    case 'unreachable':
      return <Unreachable />;
    case 'signed-out':
    case 'signed-in':
      return <Outlet />;
  }
}
