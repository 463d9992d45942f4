import type { Invite } from '@hearth/contract';
import Mail from 'lucide-react/icons/mail';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { formatDate, toText, useLanguage } from '../../shared/i18n/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import {
  ResendButton,
  ResendOutcome,
  useResendVerification,
} from '../../shared/verification/resend-verification.tsx';
import { type AnswerInvite, useAnswerInvite, useListInvites } from './use-invites.ts';

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

interface InviteCardProps {
  readonly invite: Invite;
  readonly working: AnswerInvite['working'];
  readonly onAccept: () => void;
  readonly onReject: () => void;
}

/** Who invites to which project, as what and until when; and the two answers. */
function InviteCard({ invite, working, onAccept, onReject }: InviteCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const project = invite.subscription_name || t('subscription.untitled');
  const isWorking = working?.inviteId === invite.id;
  const isOff = working !== undefined && !isWorking;

  return (
    <Card className="flex flex-wrap items-center gap-4 px-5 py-4">
      <div className="flex min-w-0 flex-[1_1_260px] items-center gap-4">
        <div
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
        >
          <Mail className="size-[18px]" />
        </div>
        <div className="grid min-w-0 gap-0.5">
          <h3 className="font-card wrap-anywhere">{project}</h3>
          <p className="text-small wrap-anywhere text-ink-2">{useOffer(invite)}</p>
          <p className="text-small text-ink-3 tabular-nums">
            {t('dashboard.invites.expires', { date: formatDate(invite.expire_time, language) })}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          aria-label={t('dashboard.invites.rejectNamed', { project })}
          busy={isWorking && working.verb === 'reject'}
          off={isOff}
          onClick={onReject}
        >
          {t('dashboard.invites.reject')}
        </Button>
        <Button
          aria-label={t('dashboard.invites.acceptNamed', { project })}
          busy={isWorking && working.verb === 'accept'}
          off={isOff}
          onClick={onAccept}
        >
          {t('dashboard.invites.accept')}
        </Button>
      </div>
    </Card>
  );
}

/** `Grace Hopper invites you as Access, Editor`. */
function useOffer({ host_name: name, permissions: keys }: Invite): string {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();
  const role = permissions
    .filter(({ key }) => keys.includes(key))
    .map(({ label }) => configuredText(label))
    .join(t('subscription.role.separator'));

  return name
    ? t('dashboard.invites.from', { name, role })
    : t('dashboard.invites.fromNobody', { role });
}

interface RejectInviteDialogProps {
  readonly invite: Invite;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function RejectInviteDialog({ invite, onConfirm, onCancel }: RejectInviteDialogProps) {
  const { t } = useTranslation();
  const project = invite.subscription_name || t('subscription.untitled');

  return (
    <ConfirmDialog
      title={t('dashboard.invites.rejectTitle', { project })}
      confirm={t('dashboard.invites.rejectConfirm')}
      busy={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {t('dashboard.invites.rejectText')}
    </ConfirmDialog>
  );
}

/** Invites that nobody may see before the address is proven, and the way to prove it. */
function HiddenInvites({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const resending = useResendVerification();

  return (
    <>
      <Notice tone="warn" actions={<ResendButton resending={resending} />}>
        {t('dashboard.invites.hidden', { count })}
      </Notice>
      <ResendOutcome resending={resending} />
    </>
  );
}
