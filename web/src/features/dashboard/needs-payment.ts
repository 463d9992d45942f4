import type { ListedSubscription } from '@hearth/contract';
import { useConfig } from '../../shared/config/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** Whether a payment of the project is missing, and the signed-in person may see what to do about it. */
export function useNeedsPayment(): (subscription: ListedSubscription) => boolean {
  const { permissions } = useConfig();
  const { uid } = useAccount();

  return ({ status, owner_id, needs_confirmation, permissions: holders }) => {
    if (status === 'canceled') {
      return false;
    }
    if (status === 'incomplete') {
      return owner_id === uid;
    }
    const isAdmin = permissions.some(({ key, admin }) => admin && holders[key]?.includes(uid));
    return isAdmin && (status === 'past_due' || status === 'unpaid' || needs_confirmation);
  };
}
