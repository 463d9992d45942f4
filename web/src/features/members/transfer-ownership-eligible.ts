import type { Permission, SubscriptionUser } from '@hearth/contract';

interface Standing {
  readonly permissions: readonly Permission[];
  readonly ownerId: string;
}

/** Who may become the owner: active, holds an admin-level permission, and is not the owner already. */
export function eligibleOwners(
  users: readonly SubscriptionUser[],
  { permissions, ownerId }: Standing,
): readonly SubscriptionUser[] {
  const adminKeys = permissions.filter(({ admin }) => admin).map(({ key }) => key);
  return users.filter(
    ({ id, status, permissions: held }) =>
      status === 'active' && id !== ownerId && held.some((key) => adminKeys.includes(key)),
  );
}
