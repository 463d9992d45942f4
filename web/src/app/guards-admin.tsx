import { useConfig } from '../shared/config/config-provider.tsx';
import { RequirePermission } from './guards-permission.tsx';

/** For holders of any permission that the configuration marks as admin-level. */
export function AdminOnly() {
  const { permissions } = useConfig();
  const adminKeys = permissions.filter(({ admin }) => admin).map(({ key }) => key);
  // Without an admin-level permission in the configuration, only the owner is left.
  return <RequirePermission anyOf={adminKeys} owner={adminKeys.length === 0} />;
}
