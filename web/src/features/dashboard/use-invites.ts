import {
  acceptInvite,
  type Invite,
  listInvites,
  rejectInvite,
  undoRejectInvite,
} from '@hearth/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { invitesKey, subscriptionsKey } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useUndo } from '../../shared/undo/use-undo.ts';

type Verb = 'accept' | 'reject';

interface Answer {
  readonly verb: Verb;
  readonly inviteId: string;
}

/** Accepts and rejects invites; the lists reload however that went, since a refusal means that they are old. */
export function useAnswerInvite() {
  const { t } = useTranslation();
  const api = useApi();
  const offerUndo = useUndo();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { busy, error, about, run } = useChange<Answer>({ refresh: reload });

  const answer = (verb: Verb, invite: Invite) =>
    run(
      async () => {
        await send(verb, invite);
        await reload();
      },
      { verb, inviteId: invite.id },
    );

  async function send(verb: Verb, { id: inviteId, subscription_name }: Invite): Promise<void> {
    const project = subscription_name || t('subscription.untitled');
    if (verb === 'accept') {
      await api.call(acceptInvite, { inviteId });
      notify.success(t('dashboard.invites.accepted', { project }));
      return;
    }
    await api.call(rejectInvite, { inviteId });
    offerUndo(t('dashboard.invites.rejected', { project }), {
      undo: () => api.call(undoRejectInvite, { inviteId }),
      undone: t('dashboard.invites.unrejected', { project }),
      refresh: reload,
    });
  }

  async function reload() {
    await Promise.all([
      queries.invalidateQueries({ queryKey: invitesKey(uid) }),
      queries.invalidateQueries({ queryKey: subscriptionsKey(uid) }),
    ]);
  }

  const failure = about && error !== undefined ? { verb: about.verb, error } : undefined;
  return { working: busy ? about : undefined, failure, answer };
}

export type AnswerInvite = ReturnType<typeof useAnswerInvite>;

/** Pending invites to the signed-in person, and how many wait for the address to be verified. */
export function useListInvites() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: invitesKey(uid),
    queryFn: ({ signal }) => api.call(listInvites, {}, { signal }),
  });
}
