import { createInvite } from '@hearth/contract';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { isRefused } from '../../shared/api-error.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { loadWordsFor } from '../../shared/i18n/index.ts';
import { useRefreshUsers } from './use-users-change.ts';

export interface SentInvite {
  readonly email: string;
  readonly inviteId: string;
}

export interface FailedInvite {
  readonly email: string;
  readonly error: unknown;
}

export interface Outcome {
  readonly sent: readonly SentInvite[];
  readonly failed: readonly FailedInvite[];
}

interface NewInvites {
  readonly emails: readonly string[];
  readonly permissions: readonly string[];
}

/** Refusals that are about one address; after any other one the rest would fail too. */
const ofOneAddress = [
  'auth/invalid-email',
  'invite/already-member',
  'invite/already-pending',
] as const;

/** Invites addresses one after the other, and answers what became of each. */
export function useSendInvites() {
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const refresh = useRefreshUsers();
  const { busy, run } = useChange();

  async function inviteAll({ emails, permissions }: NewInvites): Promise<Outcome> {
    const sent: SentInvite[] = [];
    const failed: FailedInvite[] = [];
    for (const [at, email] of emails.entries()) {
      try {
        const input = { subscriptionId, email, permissions: [...permissions] };
        sent.push({ email, ...(await api.call(createInvite, input)) });
      } catch (error) {
        failed.push({ email, error });
        if (!ofOneAddress.some((code) => isRefused(error, code))) {
          failed.push(...emails.slice(at + 1).map((rest) => ({ email: rest, error })));
          break;
        }
      }
    }
    return { sent, failed };
  }

  const send = (invites: NewInvites, onDone: (outcome: Outcome) => void) =>
    run(async () => {
      const outcome = await inviteAll(invites);
      await Promise.allSettled(outcome.failed.map(({ error }) => loadWordsFor(error)));
      onDone(outcome);
      void refresh();
    });

  return { busy, send };
}
