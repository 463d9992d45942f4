import type { Permission, Subscription } from '@hearth/contract';

/** Permissions of a person that say more than plain membership, or the default one when there are none. */
export function heldPermissions(
  permissions: readonly Permission[],
  subscription: Subscription,
  uid: string,
): readonly Permission[] {
  const held = permissions.filter(({ key }) => subscription.permissions[key]?.includes(uid));
  const telling = held.filter((permission) => !permission.default);
  return telling.length > 0 ? telling : held;
}
