import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';

/** How many people the project has; undefined for those who may not know. */
export function usePeopleCount(): number | undefined {
  const { subscription, isOwner, isAdminLevel } = useCurrentSubscription();
  const people = new Set(Object.values(subscription.permissions).flat());
  return isOwner || isAdminLevel ? people.size : undefined;
}
