import { createInvite } from '@hearth/contract';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useUsersChange } from './use-users-change.ts';

interface NewInvite {
  readonly email: string;
  readonly permissions: readonly string[];
}

export interface SentInvite {
  readonly email: string;
  readonly inviteId: string;
}

/** Invites an address and tells which invite that made. */
export function useCreateInvite(onSent: (invite: SentInvite) => void) {
  const api = useApi();
  const { subscription } = useCurrentSubscription();
  const { busy, error, change, refresh } = useUsersChange();

  function send({ email, permissions }: NewInvite) {
    const input = { subscriptionId: subscription.id, email, permissions: [...permissions] };
    return change(
      () => api.call(createInvite, input),
      ({ inviteId }) => {
        onSent({ email, inviteId });
        void refresh();
      },
    );
  }

  return { busy, error, send };
}
