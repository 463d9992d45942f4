import type { HearthConfig } from '@hearth/contract';

/** Keys that a member may act by: the owner by each of the configuration, others by those that they hold. */
export function actingPermissions(
  { held, isOwner }: { readonly held: readonly string[]; readonly isOwner: boolean },
  { permissions }: HearthConfig,
): string[] {
  return permissions.map(({ key }) => key).filter((key) => isOwner || held.includes(key));
}
