import type { Invite } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { HiddenInvites } from './hidden-invites.tsx';
import { InviteCard } from './invite-card.tsx';
import { RejectInviteDialog } from './reject-invite-dialog.tsx';
import { useAnswerInvite } from './use-answer-invite.ts';
import { useListInvites } from './use-list-invites.ts';

/** Pending invites with their answers; nothing at all where there are none. */
export function InviteList() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useListInvites();
  const { working, failure, answer } = useAnswerInvite();
  const [doubted, setDoubted] = useState<Invite>();

  function handleReject(invite: Invite) {
    setDoubted(undefined);
    void answer('reject', invite);
  }

  return (
    <>
      {data && data.hidden > 0 && <HiddenInvites count={data.hidden} />}
      {error && (
        <RetryNote
          title={t('dashboard.invites.loadError')}
          message={toText(error, t)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {failure && (
        <Notice tone="bad" title={t(`dashboard.invites.${failure.verb}Error`)}>
          {toText(failure.error, t)}
        </Notice>
      )}
      {data && data.invites.length > 0 && (
        <section aria-labelledby="invites" className="grid gap-3">
          <h2 id="invites" className="text-card font-card">
            {t('dashboard.invites.title')}
          </h2>
          <ul aria-labelledby="invites" className="grid gap-3">
            {data.invites.map((invite) => (
              <li key={invite.id}>
                <InviteCard
                  invite={invite}
                  working={working}
                  onAccept={() => void answer('accept', invite)}
                  onReject={() => setDoubted(invite)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {doubted && (
        <RejectInviteDialog
          invite={doubted}
          onConfirm={() => handleReject(doubted)}
          onCancel={() => setDoubted(undefined)}
        />
      )}
    </>
  );
}
