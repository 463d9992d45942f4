import type { HearthConfig } from '@hearth/contract';

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

/** What an owner always holds: the default permission and every admin-level one. */
export function ownerPermissions(permissions: Permissions): string[] {
  return permissions
    .filter((permission) => permission.default || permission.admin)
    .map((permission) => permission.key);
}
