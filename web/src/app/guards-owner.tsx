import { RequirePermission } from './guards-permission.tsx';

/** For whoever owns the subscription. */
export function OwnerOnly() {
  return <RequirePermission owner />;
}
