import { Outlet } from 'react-router';
import { Shell } from './shell.tsx';

export function MainLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
