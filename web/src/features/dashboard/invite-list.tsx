import type { Invite } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { usePermissionsText } from '../../shared/current-subscription/use-role-text.ts';
import { formatDate, toText, useLanguage } from '../../shared/i18n/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { type AnswerInvite, useAnswerInvite, useListInvites } from './use-invites.ts';

/** Pending invites with their answers; nothing if there are none. */
export function InviteList() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useListInvites();
  const { working, failure, answer } = useAnswerInvite();

  return (
    <>
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
        <section
          aria-labelledby="invites"
          className="rounded-card border border-line bg-surface shadow-lift"
        >
          <h2 id="invites" className="px-4 pt-4 text-card font-card sm:px-5">
            {t('dashboard.invites.title')}
          </h2>
          <ul aria-labelledby="invites" className="pt-1.5 [&>li+li]:border-t [&>li]:border-line">
            {data.invites.map((invite) => (
              <InviteLine
                key={invite.id}
                invite={invite}
                working={working}
                onAccept={() => void answer('accept', invite)}
                onReject={() => void answer('reject', invite)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface InviteLineProps {
  readonly invite: Invite;
  readonly working: AnswerInvite['working'];
  readonly onAccept: () => void;
  readonly onReject: () => void;
}

/** Inviter, project, role and expiry of an invite, and the two answers. */
function InviteLine({ invite, working, onAccept, onReject }: InviteLineProps) {
  const { t } = useTranslation();
  const project = invite.subscription_name || t('subscription.untitled');
  const isWorking = working?.inviteId === invite.id;
  const isOff = working !== undefined && !isWorking;

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2.5 px-4 py-3 sm:px-5">
      <div className="flex min-w-0 flex-[1_1_260px] items-center gap-3">
        <Avatar name={invite.host_name || project} />
        <div className="grid min-w-0 gap-px">
          <h3 className="text-label font-card wrap-anywhere">
            <bdi>{project}</bdi>
          </h3>
          <p className="text-small wrap-anywhere text-ink-2 tabular-nums">{useOffer(invite)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:ml-11 max-sm:flex-row-reverse">
        <Button
          variant="quiet"
          size="small"
          aria-label={t('dashboard.invites.rejectNamed', { project })}
          busy={isWorking && working.verb === 'reject'}
          off={isOff}
          onClick={onReject}
        >
          {t('dashboard.invites.reject')}
        </Button>
        <Button
          size="small"
          aria-label={t('dashboard.invites.acceptNamed', { project })}
          busy={isWorking && working.verb === 'accept'}
          off={isOff}
          onClick={onAccept}
        >
          {t('dashboard.invites.accept')}
        </Button>
      </div>
    </li>
  );
}

/** `Grace Hopper invites you with the role Editor. Open until Dec 6, 2026.` */
function useOffer({ host_name: name, permissions, expire_time }: Invite): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const role = usePermissionsText()(permissions);

  const offer = name
    ? t('dashboard.invites.from', { name, role })
    : t('dashboard.invites.fromNobody', { role });
  const expires = t('dashboard.invites.expires', { date: formatDate(expire_time, language) });
  return [offer, expires].join(t('dashboard.attention.gap'));
}
