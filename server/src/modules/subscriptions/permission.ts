import type { HearthConfig } from '@hearth/contract';
import { refuseIf } from '../../platform/refusal.ts';

type Permissions = HearthConfig['permissions'];

/** The permission that every member holds. */
export function defaultPermission(permissions: Permissions): string {
  const found = permissions.find((permission) => permission.default);
  if (!found) {
    throw new Error('The configuration has no default permission.');
  }
  return found.key;
}

/** Keys that open users, billing and settings. */
export function adminLevelKeys(permissions: Permissions): string[] {
  return permissions.filter((permission) => permission.admin).map((permission) => permission.key);
}

/** The given keys in the configuration's order with the default one; refuses keys that are not in it. */
export function toHeldPermissions(keys: readonly string[], permissions: Permissions): string[] {
  const unknown = keys.find((key) => !permissions.some((permission) => permission.key === key));
  refuseIf(unknown !== undefined, 'permission/unknown', unknown);
  return permissions
    .filter((permission) => permission.default || keys.includes(permission.key))
    .map((permission) => permission.key);
}

/** Permissions of an owner: the default one, every admin-level one, and those held before. */
export function ownerPermissions(
  permissions: Permissions,
  heldBefore: readonly string[] = [],
): string[] {
  return permissions
    .filter(
      ({ key, ...permission }) =>
        permission.default || permission.admin || heldBefore.includes(key),
    )
    .map((permission) => permission.key);
}
